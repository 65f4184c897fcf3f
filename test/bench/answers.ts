import { type Lamp, lampsOf, type Pointing, pointingAt } from './button-work.js';
import { described, dialsOf, lineUuid, lookupOf, namesOf, numberOfPhone, phoneUuid, type SpeedDial } from './work.js';

/** The entries of lists that a phone has instead of its own, as they were sent. */
export type WrittenLists = Partial<Readonly<Record<'speeddials' | 'busyLampFields', string>>>;

/** The backend's answers to each operation, in the form of a call manager's answers. */
type Answer = (request: string, written: WrittenLists) => string;

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
  getPhone: (request, written) => {
    const name = found(/name>([^<]+)</, request);
    const number = numberOfPhone(name);
    const count = lookupOf(number)?.dials ?? 0;
    const isWhole = !request.includes('returnedTags>');
    const has = (list: string): boolean => isWhole || request.includes(`<${list}>`);
    const texts =
      isWhole || request.includes('<display>') ? `<label>${number}</label><display>${number}</display>` : '';
    const dirn = `<dirn uuid="${lineUuid(number)}"><pattern>${number}</pattern></dirn>`;
    return (
      `<phone uuid="${phoneUuid(name)}">${isWhole ? `<name>${name}</name>${settings}` : ''}` +
      (has('lines') ? `<lines><line uuid="${lineUuid(number)}"><index>1</index>${texts}${dirn}</line></lines>` : '') +
      (has('speeddials') ? listOf('speeddials', [written.speeddials ?? dialsOf(count).map(dialElement)].flat()) : '') +
      (has('busyLampFields')
        ? listOf('busyLampFields', [written.busyLampFields ?? lampsOf(count).map(lampElement)].flat())
        : '') +
      '</phone>'
    );
  },
  updatePhone: (request) => phoneUuid(found(/name>([^<]+)</, request)),
  executeSQLQuery: (request) => {
    const number = found(/IN \('(\d+)'\)/, request);
    const dials = dialsOf(lookupOf(number)?.dials ?? 0);
    if (request.includes(' blfspeeddial ')) return pointingAt(number, dials.length).map(pointingRow).join('');
    return namesOf(number)
      .flatMap((name) => phoneRows(name, number, dials))
      .join('');
  },
};

function listOf(name: string, entries: readonly string[]): string {
  return entries.length === 0 ? `<${name}/>` : `<${name}>${entries.join('')}</${name}>`;
}

function dialElement({ dirn, label, index }: SpeedDial): string {
  return `<speeddial><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index></speeddial>`;
}

/** Both targets are there; one of them is empty. */
function lampElement(lamp: Lamp): string {
  const target =
    'destination' in lamp
      ? `<blfDest>${lamp.destination}</blfDest><blfDirn/><routePartition/>`
      : `<blfDest/><blfDirn>${lamp.dirn}</blfDirn><routePartition>${lamp.partition}</routePartition>`;
  const features = lamp.pickup ? ['<feature>Pickup</feature>'] : [];
  return (
    `<busyLampField>${target}<label>${lamp.label}</label>${listOf('associatedBlfSdFeatures', features)}` +
    `<index>${lamp.index}</index></busyLampField>`
  );
}

/** The elements besides the lists, if a phone is read completely: about as many settings as a phone has. */
const settings = Array.from({ length: 90 }, (_, place) => `<setting${place}>Use System Default</setting${place}>`).join(
  '',
);

function pointingRow(button: Pointing): string {
  const { description, product, model } = described;
  return (
    `<row><pkid>${button.uuid}</pkid><name>${button.device}</name><description>${description}</description>` +
    `<product>${product}</product><model>${model}</model><tkclass>1</tkclass>` +
    `<kind>${button.kind === 'speeddial' ? 'dial' : 'lamp'}</kind><place>${button.index}</place>` +
    `<dialled>${button.dirn}</dialled><label>${button.label}</label>` +
    `<routepartition>${button.partition}</routepartition></row>`
  );
}

const partition = '<routePartitionName uuid="{C0000000-0000-4000-8000-000000000001}">PT-Internal</routePartitionName>';

/** The rows of a phone: its own, the row of its line and the rows of its speed dials. */
function phoneRows(name: string, number: string, dials: readonly SpeedDial[]): string[] {
  const pkid = phoneUuid(name).slice(1, -1).toLowerCase();
  const { description, product, model } = described;
  const row = (kind: string, place: string, texts: string) =>
    `<row><pkid>${pkid}</pkid><kind>${kind}</kind><place>${place}</place>${texts}</row>`;
  return [
    row('self', '0', `<t1>${name}</t1><t2>${description}</t2><t3>${product}</t3><t4>${model}</t4>`),
    row('line', '1', `<t1>${number}</t1><t2/><t3/><t4/>`),
    ...dials.map(({ index, dirn, label }) => row('dial', index, `<t1>${dirn}</t1><t2>${label}</t2><t3/><t4/>`)),
  ];
}

function found(pattern: RegExp, request: string): string {
  const [, match] = pattern.exec(request) ?? [];
  if (match === undefined) throw new Error(`the backend was asked something else: ${request}`);
  return match;
}

/**
 * @param operation the operation in the SOAPAction
 * @param written what a getPhone shows instead of the phone's own lists
 * @returns the whole answer
 * @throws Error for a request that this bench does not send
 */
export function answerTo(operation: string, request: string, written: WrittenLists = {}): string {
  const answer = answers[operation];
  if (!answer) throw new Error(`the backend knows no ${operation}`);
  return (
    `<?xml version='1.0' encoding='UTF-8'?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<soapenv:Body><ns:${operation}Response xmlns:ns="http://www.cisco.com/AXL/API/14.0" ` +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><return>${answer(request, written)}</return>` +
    `</ns:${operation}Response></soapenv:Body></soapenv:Envelope>`
  );
}
