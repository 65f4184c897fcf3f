import { readFileSync } from 'node:fs';
import http from 'node:http';
import { Pool } from 'undici';
import { all, buttonsOf, dialsIn, getDials } from './floor-buttons.js';
import type { Phone, SpeedDial } from './work.js';

/**
 * The floor, in a process of its own: the least that a Node process can do for a caller. Bare node:http, undici,
 * string templates, regular expressions; the same AXL calls in the same order as the proxy. It checks nothing,
 * escapes nothing, logs nothing and knows no error, so it is no service: it is what the others are compared with.
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
    /<pkid>([^<]*)<\/pkid><name>([^<]*)<\/name><description>([^<]*)<\/description><product>([^<]*)<\/product><model>([^<]*)<\/model><kind>([^<]*)<\/kind><place>([^<]*)<\/place><dialled>([^<]*)<\/dialled><label>([^<]*)</g;
  const phones = new Map<string, Phone & { dirns: string[]; speeddials: SpeedDial[] }>();
  for (const columns of all(row, answer)) {
    const [uuid = '', name = '', description = '', product = '', model = '', kind, index = '', dirn = '', label = ''] =
      columns;
    const phone = phones.get(uuid) ?? { product, description, model, name, uuid, dirns: [], speeddials: [] };
    phones.set(uuid, phone);
    if (kind === 'line') phone.dirns.push(dirn);
    else phone.speeddials.push({ index, dirn, label });
  }
  return [...phones.values()];
}

function query(number: string): string {
  const phone = 'd.pkid AS pkid, d.name AS name, d.description AS description, p.name AS product, m.name AS model';
  const from =
    'device d LEFT OUTER JOIN typeproduct p ON p.enum = d.tkproduct LEFT OUTER JOIN typemodel m ON m.enum = d.tkmodel';
  const carriers =
    'd.tkclass = 1 AND d.pkid IN (SELECT w.fkdevice FROM devicenumplanmap w ' +
    `INNER JOIN numplan x ON x.pkid = w.fknumplan WHERE x.dnorpattern IN ('${number}'))`;
  return (
    `SELECT ${phone}, 'line' AS kind, l.numplanindex AS place, n.dnorpattern AS dialled, n.dnorpattern AS label ` +
    `FROM ${from} INNER JOIN devicenumplanmap l ON l.fkdevice = d.pkid INNER JOIN numplan n ON n.pkid = l.fknumplan ` +
    `WHERE ${carriers} UNION ALL ` +
    `SELECT ${phone}, 'dial' AS kind, s.speeddialindex AS place, s.speeddialnumber AS dialled, s.label AS label ` +
    `FROM ${from} INNER JOIN speeddial s ON s.fkdevice = d.pkid WHERE ${carriers}`
  );
}

async function replaceSpeedDials(name: string, body: string): Promise<string> {
  const dials = (JSON.parse(body) as SpeedDial[]).map(
    ({ dirn, label, index }) =>
      `<speeddial><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index></speeddial>`,
  );
  const answer = await call('updatePhone', `<name>${name}</name><speeddials>${dials.join('')}</speeddials>`);
  return (all(/<return>\{([^<]+)\}</g, answer)[0]?.[0] ?? '').toLowerCase();
}

/** Reads first; what is there is not compared with what was asked for. */
async function replaceAsSeen(name: string, body: string): Promise<string> {
  dialsIn(await getDials(call, name));
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
