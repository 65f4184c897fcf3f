import { readFileSync } from 'node:fs';
import http from 'node:http';
import { Pool } from 'undici';
import { all, buttonsOf, dialsIn, getAroundWrite } from './floor-buttons.js';
import type { Phone, SpeedDial } from './work.js';

/**
 * The floor, in its own process: the minimum that a Node process can do for a caller. It has only node:http, undici,
 * string templates and regular expressions, and makes the same AXL calls in the same order as the proxy. It checks
 * nothing, escapes nothing, logs nothing and handles no errors, so it is no service, but a baseline for comparison.
 */
const { PORT, AXL_URL = '', AXL_CA_FILE, LOOKUP, CONCURRENCY } = process.env;
const { origin, pathname } = new URL(AXL_URL);
const pool = new Pool(origin, {
  connections: Number(CONCURRENCY),
  ...(AXL_CA_FILE !== undefined && { connect: { ca: readFileSync(AXL_CA_FILE) } }),
});
const authorization = `Basic ${Buffer.from('axl:axl').toString('base64')}`;
let cookie: string | undefined;

async function call(operation: string, content: string): Promise<string> {
  const { statusCode, headers, body } = await pool.request({
    method: 'POST',
    path: pathname,
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"CUCM:DB ver=14.0 ${operation}"`,
      ...(cookie === undefined ? { authorization } : { cookie }),
    },
    body:
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"  xmlns:s0="http://www.cisco.com/AXLAPIService/" ' +
      'xmlns:tm="http://microsoft.com/wsdl/mime/textMatching/" xmlns:xsd1="http://www.cisco.com/AXL/API/14.0">' +
      `<soap:Body><xsd1:${operation} xmlns:xsd1="http://www.cisco.com/AXL/API/14.0">${content}</xsd1:${operation}>` +
      '</soap:Body></soap:Envelope>',
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${operation} was answered with ${statusCode}`);
  cookie ??= /JSESSIONIDSSO=\w+/.exec(String(headers['set-cookie']))?.[0];
  return text;
}

async function phonesByLines(number: string): Promise<Phone[]> {
  const lines = await call(
    'listLine',
    `<searchCriteria><pattern>${number}</pattern></searchCriteria>` +
      '<returnedTags><pattern></pattern><routePartitionName></routePartitionName></returnedTags>',
  );
  const devices = await Promise.all(
    all(/<line uuid="([^"]+)"/g, lines).map(([uuid = '']) =>
      call(
        'getLine',
        `<uuid>${uuid}</uuid><returnedTags><associatedDevices><device></device></associatedDevices></returnedTags>`,
      ),
    ),
  );
  const names = devices.flatMap((answer) => all(/<device>([^<]+)</g, answer).map(([name = '']) => name));
  return Promise.all(names.map(phoneByName));
}

async function phoneByName(name: string): Promise<Phone> {
  const [row, phone] = await Promise.all([
    call(
      'listPhone',
      `<searchCriteria><name>${name}</name></searchCriteria><returnedTags><name></name><description></description>` +
        '<product></product><model></model><class></class></returnedTags>',
    ),
    call(
      'getPhone',
      `<name>${name}</name><returnedTags><lines><line><index></index><dirn><pattern></pattern></dirn></line></lines>` +
        '<speeddials><speeddial><dirn></dirn><label></label><index></index></speeddial></speeddials></returnedTags>',
    ),
  ]);
  const [uuid = ''] = all(/<phone uuid="\{([^"]+)\}"/g, row)[0] ?? [];
  const [description = '', product = '', model = ''] =
    all(/<description>([^<]*)<\/description><product>([^<]*)<\/product><model>([^<]*)</g, row)[0] ?? [];
  return {
    ...{ product, description, model, name },
    uuid: uuid.toLowerCase(),
    dirns: all(/<pattern>([^<]*)</g, phone).map(([pattern = '']) => pattern),
    speeddials: dialsIn(phone),
  };
}

async function phonesBySql(number: string): Promise<Phone[]> {
  const answer = await call('executeSQLQuery', `<sql>${query(number)}</sql>`);
  const row =
    /<pkid>([^<]*)<\/pkid><kind>([^<]*)<\/kind><place>([^<]*)<\/place><t1>([^<]*)<\/t1>(?:<t2\/>|<t2>([^<]*)<\/t2>)(?:<t3\/>|<t3>([^<]*)<\/t3><t4>([^<]*)<)/g;
  const phones = new Map<string, Phone & { dirns: string[]; speeddials: SpeedDial[] }>();
  for (const [uuid = '', kind, index = '', first = '', second = '', product = '', model = ''] of all(row, answer)) {
    // A phone's own row comes before those of its lines and speed dials.
    if (kind === 'self') {
      phones.set(uuid, { product, description: second, model, name: first, uuid, dirns: [], speeddials: [] });
    } else if (kind === 'line') phones.get(uuid)?.dirns.push(first);
    else phones.get(uuid)?.speeddials.push({ index, dirn: first, label: second });
  }
  return [...phones.values()];
}

function query(number: string): string {
  const carriers =
    'IN (SELECT w.fkdevice FROM devicenumplanmap w INNER JOIN numplan x ON x.pkid = w.fknumplan ' +
    `INNER JOIN device c ON c.pkid = w.fkdevice WHERE c.tkclass = 1 AND x.dnorpattern IN ('${number}'))`;
  return (
    `SELECT d.pkid AS pkid, 'self' AS kind, 0 AS place, d.name AS t1, d.description AS t2, p.name AS t3, m.name AS t4 ` +
    'FROM device d LEFT OUTER JOIN typeproduct p ON p.enum = d.tkproduct LEFT OUTER JOIN typemodel m ON m.enum = d.tkmodel ' +
    `WHERE d.pkid ${carriers} UNION ALL ` +
    `SELECT l.fkdevice AS pkid, 'line' AS kind, l.numplanindex AS place, n.dnorpattern AS t1, '' AS t2, '' AS t3, '' AS t4 ` +
    `FROM devicenumplanmap l INNER JOIN numplan n ON n.pkid = l.fknumplan WHERE l.fkdevice ${carriers} UNION ALL ` +
    `SELECT s.fkdevice AS pkid, 'dial' AS kind, s.speeddialindex AS place, s.speeddialnumber AS t1, s.label AS t2, ` +
    `'' AS t3, '' AS t4 FROM speeddial s WHERE s.fkdevice ${carriers}`
  );
}

/** Reads the phone again, but does not compare the list. */
async function replaceSpeedDials(name: string, body: string): Promise<string> {
  const dials = (JSON.parse(body) as SpeedDial[]).map(
    ({ dirn, label, index }) =>
      `<speeddial><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index></speeddial>`,
  );
  const answer = await call('updatePhone', `<name>${name}</name><speeddials>${dials.join('')}</speeddials>`);
  dialsIn(await getAroundWrite(call, name));
  return (all(/<return>\{([^<]+)\}</g, answer)[0]?.[0] ?? '').toLowerCase();
}

/** Reads first, but does not compare the list. */
async function replaceAsSeen(name: string, body: string): Promise<string> {
  dialsIn(await getAroundWrite(call, name));
  return replaceSpeedDials(name, body);
}

const findPhones = LOOKUP === 'sql' ? phonesBySql : phonesByLines;

http
  .createServer((request, response) => {
    const asked = /=(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
    const end = (text: string): void => {
      response.end(text);
    };
    const buttons = buttonsOf(call, request.method ?? '', request.url ?? '');
    if (buttons && request.method === 'GET') {
      void buttons('').then(end);
      return;
    }
    if (request.method === 'GET') {
      void findPhones(asked).then((phones) => {
        end(JSON.stringify(phones));
      });
      return;
    }
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const isConditional = request.headers['if-match'] !== undefined;
      const done = buttons
        ? buttons(body)
        : isConditional
          ? replaceAsSeen(asked, body)
          : replaceSpeedDials(asked, body);
      void done.then(end);
    });
  })
  .listen(Number(PORT), '127.0.0.1');
