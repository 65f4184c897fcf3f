import { described, dialsOf, lineUuid, lookupOf, namesOf, numberOfPhone, phoneUuid, type SpeedDial } from './work.js';

/** What the backend answers to each operation, in the shape of a call manager's answers. */
type Answer = (request: string) => string;

const answers: Readonly<Record<string, Answer>> = {
  listLine: (request) => {
    const number = found(/pattern>([^<]+)</, request);
    if (!lookupOf(number)) return '';
    return `<line uuid="${lineUuid(number)}"><pattern>${number}</pattern>${partition}</line>`;
  },
  getLine: (request) => {
    const number = found(/000(7\d{8})\}/, request);
    const devices = namesOf(number).map((name) => `<device>${name}</device>`);
    return `<line uuid="${lineUuid(number)}"><associatedDevices>${devices.join('')}</associatedDevices></line>`;
  },
  listPhone: (request) => {
    const name = found(/name>([^<]+)</, request);
    const { description, product, model } = described;
    return (
      `<phone uuid="${phoneUuid(name)}"><name>${name}</name><description>${description}</description>` +
      `<product>${product}</product><model>${model}</model><class>Phone</class></phone>`
    );
  },
  getPhone: (request) => {
    const name = found(/name>([^<]+)</, request);
    const number = numberOfPhone(name);
    const dials = dialsOf(lookupOf(number)?.dials ?? 0).map(
      ({ dirn, label, index }) =>
        `<speeddial><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index></speeddial>`,
    );
    const dirn = `<dirn uuid="${lineUuid(number)}"><pattern>${number}</pattern></dirn>`;
    return (
      `<phone uuid="${phoneUuid(name)}"><lines><line uuid="${lineUuid(number)}"><index>1</index>${dirn}</line></lines>` +
      (dials.length === 0 ? '<speeddials/>' : `<speeddials>${dials.join('')}</speeddials>`) +
      '</phone>'
    );
  },
  updatePhone: (request) => phoneUuid(found(/name>([^<]+)</, request)),
  executeSQLQuery: (request) => {
    const number = found(/IN \('(\d+)'\)/, request);
    const dials = dialsOf(lookupOf(number)?.dials ?? 0);
    return namesOf(number)
      .flatMap((name) => [
        row(name, 'line', { index: '1', dirn: number, label: number }),
        ...dials.map((dial) => row(name, 'dial', dial)),
      ])
      .join('');
  },
};

const partition = '<routePartitionName uuid="{C0000000-0000-4000-8000-000000000001}">PT-Internal</routePartitionName>';

function row(name: string, kind: string, { index, dirn, label }: SpeedDial): string {
  const pkid = phoneUuid(name).slice(1, -1).toLowerCase();
  const { description, product, model } = described;
  return (
    `<row><pkid>${pkid}</pkid><name>${name}</name><description>${description}</description>` +
    `<product>${product}</product><model>${model}</model><kind>${kind}</kind><place>${index}</place>` +
    `<dialled>${dirn}</dialled><label>${label}</label></row>`
  );
}

function found(pattern: RegExp, request: string): string {
  const [, match] = pattern.exec(request) ?? [];
  if (match === undefined) throw new Error(`the backend was asked something else: ${request}`);
  return match;
}

/**
 * @param operation the one that the SOAPAction names
 * @returns the whole answer
 * @throws Error when the request is none that this bench sends
 */
export function answerTo(operation: string, request: string): string {
  const answer = answers[operation];
  if (!answer) throw new Error(`the backend knows no ${operation}`);
  return (
    `<?xml version='1.0' encoding='UTF-8'?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<soapenv:Body><ns:${operation}Response xmlns:ns="http://www.cisco.com/AXL/API/14.0" ` +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><return>${answer(request)}</return>` +
    `</ns:${operation}Response></soapenv:Body></soapenv:Envelope>`
  );
}
