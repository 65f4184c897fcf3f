import type { Lamp, Pointing } from './button-work.js';
import type { SpeedDial } from './work.js';

/** The floor's part for buttons: the minimum of work for the same AXL calls in the same order. */

/** Sends an AXL request. */
export type Call = (operation: string, content: string) => Promise<string>;

/** @returns the handler of a request, by its method and path; undefined if it is not about buttons */
export function buttonsOf(call: Call, method: string, url: string): ((body: string) => Promise<string>) | undefined {
  const [, path = '', index = '', asked = ''] = /^\/(\w+)\/?(\w*)\?\w+=(\w+)$/.exec(url) ?? [];
  switch (`${method} ${path}`) {
    case 'GET speeddials':
      return async () => JSON.stringify(dialsIn(await getDials(call, asked)));
    case 'GET busylampfields':
      return async () => JSON.stringify(lampsIn(await getLamps(call, asked)));
    case 'PUT busylampfields':
      return (body) => setLamp(call, asked, index, body);
    case 'GET buttons':
      return async () => JSON.stringify(pointingIn(await call('executeSQLQuery', `<sql>${query(asked)}</sql>`)));
    default:
      return undefined;
  }
}

const dialTags = '<speeddials><speeddial><dirn></dirn><label></label><index></index></speeddial></speeddials>';
const lampTags =
  '<busyLampFields><busyLampField><blfDest></blfDest><blfDirn></blfDirn><routePartition></routePartition>' +
  '<label></label><associatedBlfSdFeatures><feature></feature></associatedBlfSdFeatures><index></index>' +
  '</busyLampField></busyLampFields>';

/** @returns the phone's speed dials, as the call manager gives them */
function getDials(call: Call, phone: string): Promise<string> {
  return call('getPhone', `<name>${phone}</name><returnedTags>${dialTags}</returnedTags>`);
}

/** @returns the speed dials of a phone, as callers see them */
export function dialsIn(phone: string): SpeedDial[] {
  const dial = /<speeddial><dirn>([^<]*)<\/dirn><label>([^<]*)<\/label><index>([^<]*)</g;
  return all(dial, phone).map(([dirn = '', label = '', index = '']) => ({ index, dirn, label }));
}

/** @returns what the service reads of a phone before and after a write of speed dials */
export function getAroundWrite(call: Call, phone: string): Promise<string> {
  const line =
    '<index></index><label></label><display></display>' +
    '<dirn><pattern></pattern><routePartitionName></routePartitionName></dirn>';
  const tags = `<class></class>${dialTags}${lampTags}<lines><line>${line}</line></lines>`;
  return call('getPhone', `<name>${phone}</name><returnedTags>${tags}</returnedTags>`);
}

function getLamps(call: Call, phone: string): Promise<string> {
  return call('getPhone', `<name>${phone}</name><returnedTags>${lampTags}</returnedTags>`);
}

function lampsIn(phone: string): Lamp[] {
  const lamp =
    /<busyLampField>(?:<blfDest\/>|<blfDest>([^<]*)<\/blfDest>)(?:<blfDirn\/>|<blfDirn>([^<]*)<\/blfDirn>)(?:<routePartition\/>|<routePartition>([^<]*)<\/routePartition>)<label>([^<]*)<\/label>(<associatedBlfSdFeatures><feature>Pickup<)?.*?<index>([^<]*)</g;
  return Array.from(
    phone.matchAll(lamp),
    ([, destination, dirn = '', partition = '', label = '', feature, at = '']) => {
      const common = { label, pickup: feature !== undefined };
      return destination === undefined
        ? { index: at, dirn, partition, ...common }
        : { index: at, destination, ...common };
    },
  );
}

/** The other entries are sent as they were read. Reads the phone again, but does not compare the list. */
async function setLamp(call: Call, phone: string, index: string, body: string): Promise<string> {
  const { label } = JSON.parse(body) as Lamp;
  const whole = await call('getPhone', `<name>${phone}</name>`);
  const lamps = (whole.match(/<busyLampField>.*?<\/busyLampField>/g) ?? []).map((lamp) => {
    const kept = lamp.replace('<blfDest/>', '');
    return kept.includes(`<index>${index}<`) ? kept.replace(/<label>[^<]*</, `<label>${label}<`) : kept;
  });
  await call('updatePhone', `<name>${phone}</name><busyLampFields>${lamps.join('')}</busyLampFields>`);
  await call('getPhone', `<name>${phone}</name>`);
  return body;
}

function pointingIn(answer: string): Pointing[] {
  const row =
    /<pkid>([^<]*)<\/pkid><name>([^<]*)<\/name><description>([^<]*)<\/description>.*?<kind>([^<]*)<\/kind><place>([^<]*)<\/place><dialled>([^<]*)<\/dialled><label>([^<]*)<\/label><routepartition>([^<]*)</g;
  return all(row, answer).map(
    ([uuid = '', device = '', description = '', kind, index = '', dirn = '', label = '', partition = '']) => ({
      ...{ device, deviceKind: 'phone', uuid, description },
      ...{ kind: kind === 'dial' ? 'speeddial' : 'busylampfield', index, dirn, partition, label },
    }),
  );
}

function query(number: string): string {
  const device =
    'd.pkid AS pkid, d.name AS name, d.description AS description, p.name AS product, m.name AS model, d.tkclass AS tkclass';
  const from =
    'device d LEFT OUTER JOIN typeproduct p ON p.enum = d.tkproduct LEFT OUTER JOIN typemodel m ON m.enum = d.tkmodel';
  const lamps = `${from} INNER JOIN blfspeeddial b ON b.fkdevice = d.pkid`;
  const part = (kind: string, place: string, dialled: string, label: string, partition: string): string =>
    `SELECT ${device}, '${kind}' AS kind, ${place} AS place, ${dialled} AS dialled, ${label} AS label, ` +
    `${partition} AS routepartition FROM `;
  const where = `WHERE d.tkclass IN (1, 254) AND`;
  return (
    part('dial', 's.speeddialindex', 's.speeddialnumber', 's.label', "''") +
    `${from} INNER JOIN speeddial s ON s.fkdevice = d.pkid ${where} s.speeddialnumber IN ('${number}') UNION ALL ` +
    part('lamp', 'b.blfindex', 'b.blfdestination', 'b.label', "''") +
    `${lamps} ${where} b.blfdestination IN ('${number}') UNION ALL ` +
    part('lamp', 'b.blfindex', 'n.dnorpattern', 'b.label', 'r.name') +
    `${lamps} INNER JOIN numplan n ON n.pkid = b.fknumplan LEFT OUTER JOIN routepartition r ` +
    `ON r.pkid = n.fkroutepartition ${where} n.dnorpattern IN ('${number}')`
  );
}

/** @returns the groups of each match */
export function all(pattern: RegExp, text: string): string[][] {
  return Array.from(text.matchAll(pattern), ([, ...groups]) => groups);
}
