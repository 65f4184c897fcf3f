import { type DeviceName, dialledForm } from '../../src/domain/identifiers.js';
import { boundless } from '../support/call-context.js';
import type { CallContext } from '../../src/use-cases/call-context.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { rowsOfPhone } from '../support/sql-rows.js';
import type { ExchangeCase, WrittenAnswer } from './exchange-cases.js';

/**
 * What call managers were seen to send and the simulator does not: the layout of published captures, with our own names
 * and numbers.
 */
export const phone = 'SEP00A1B2C3D4E5' as DeviceName;
const key = '5e1d0c2b-7a69-4f38-b1c0-9d8e7f6a5b4c';
const lineKey = '{1F2E3D4C-5B6A-4978-8695-A4B3C2D1E0F9}';
const name = `<name>${phone}</name>`;

const find = (callManager: CallManager, context: CallContext) =>
  callManager.findPhones(dialledForm('4711'), context, boundless);
const read = (callManager: CallManager, context: CallContext) =>
  callManager.buttons.speeddial.readForChange({ kind: 'phone', name: phone }, context);
const write = (callManager: CallManager, context: CallContext) =>
  callManager.buttons.speeddial.replace(
    { kind: 'phone', name: phone },
    [{ index: '1', dirn: '+4930123456', label: 'Pförtner' }],
    undefined,
    context,
  );

const namespaces = 'xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"';

function soap(content: string, declaration = "<?xml version='1.0' encoding='UTF-8'?>", status = 200): WrittenAnswer {
  const body = `${declaration}<soapenv:Envelope ${namespaces}><soapenv:Body>${content}</soapenv:Body></soapenv:Envelope>`;
  return { status, contentType: 'text/xml;charset=UTF-8', body };
}

export function response(operation: string, content: string, declaration?: string): WrittenAnswer {
  const root = `ns:${operation}Response sequence="1234567890123" xmlns:ns="http://www.cisco.com/AXL/API/14.0"`;
  return soap(`<${root}><return>${content}</return></ns:${operation}Response>`, declaration);
}

/** The answer with a byte that is invalid in UTF-8 instead of each `¤`. */
export function withBadBytes(answer: WrittenAnswer): WrittenAnswer {
  const bytes = String(answer.body)
    .split('¤')
    .flatMap((text) => [Buffer.from([0xfc]), Buffer.from(text)]);
  return { ...answer, body: Buffer.concat(bytes.slice(1)) };
}

export function page(status: number, title: string, before = ''): WrittenAnswer {
  const body = `${before}<html><head><title>${title}</title></head><body><h1>${title}</h1><hr><h3>Apache Tomcat/9.0.41</h3></body></html>`;
  return { status, contentType: 'text/html;charset=utf-8', body };
}

/** A fault in the layout of releases 3.3 to 7.x. */
function olderFault(code: number, message: string): WrittenAnswer {
  const error =
    `<axl:Error xmlns:axl="http://www.cisco.com/AXL/1.0"><axl:code>${code}</axl:code>` +
    `<axl:message>${message}</axl:message><request>getPhone</request></axl:Error>`;
  const fault = `<faultcode>soapenv:Client</faultcode><faultstring>${message}</faultstring><detail>${error}</detail>`;
  return soap(`<soapenv:Fault>${fault}</soapenv:Fault>`, '', 500);
}

const byLines = ['listLine', 'getLine', 'listPhone', 'getPhone'];
const listLine = response(
  'listLine',
  `<line uuid="${lineKey}"><routePartitionName uuid=""/><pattern>4711</pattern></line>`,
);
const getLine = response(
  'getLine',
  `<line uuid="${lineKey}"><associatedDevices><device>${phone}</device></associatedDevices></line>`,
  '',
);
const line = '<line uuid="{0}"><index>1</index><dirn uuid=""><pattern>4711</pattern></dirn></line>';
const rest = '<product>Cisco 8845</product><model>Cisco 8845</model>';
const shown = {
  product: 'Cisco 8845',
  description: 'Pforte',
  model: 'Cisco 8845',
  name: phone,
  uuid: key,
  dirns: ['4711'],
  speeddials: [{ index: '1', dirn: '+4930123456', label: 'Bereitschaft' }],
};
const unreadable = {
  ...shown,
  description: 'Pf\uFFFDrtner \uFFFD',
  speeddials: [{ index: '1', dirn: '0100', label: 'B\uFFFDro' }],
};

function refusedWrite(called: string, answer: WrittenAnswer, code: string, axlCode?: number): ExchangeCase {
  const outcome = { code, axlCode };
  return { name: called, operations: ['updatePhone'], answers: { updatePhone: answer }, act: write, outcome };
}

/** @returns the answers of a case, which can be played back without the others */
export function answersOf(called: string, operation: string): Readonly<Record<string, WrittenAnswer>> {
  const found = wireCases.find(({ name, operations }) => name === called && operations.includes(operation));
  return found?.answers ?? {};
}

export const wireCases: readonly ExchangeCase[] = [
  {
    name: 'as-captured',
    operations: byLines,
    answers: {
      listLine,
      getLine,
      // Elements in another order, all forms of empty ones, and product and model repeated at a lower level.
      listPhone: response(
        'listPhone',
        `<phone ctiid="1137" uuid="{${key.toUpperCase()}}">${rest}<description>Pforte</description>${name}` +
          '<currentConfig><model/><product /></currentConfig></phone>',
        '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n',
      ),
      getPhone: response(
        'getPhone',
        `<phone ctiid="1137" uuid="{${key.toUpperCase()}}"><speeddials><speeddial><index>1</index>` +
          `<dirn>\\+4930123456</dirn><label>Bereitschaft</label></speeddial></speeddials><lines>${line}</lines></phone>`,
      ),
    },
    act: find,
    outcome: [shown],
  },
  {
    name: 'escaped-plus-dial',
    operations: ['getPhone'],
    answers: {
      getPhone: response(
        'getPhone',
        `<phone uuid="{${key.toUpperCase()}}"><speeddials><speeddial><dirn>\\+4930123456</dirn>` +
          '<label>Bereitschaft</label><index>1</index></speeddial></speeddials></phone>',
      ),
    },
    act: read,
    outcome: { uuid: key, entries: [{ index: '1', dirn: '+4930123456', label: 'Bereitschaft' }] },
  },
  {
    name: 'escaped-plus-dial',
    operations: ['executeSQLQuery'],
    lookup: 'sql',
    answers: {
      executeSQLQuery: response(
        'executeSQLQuery',
        rowsOfPhone({ ...shown, speeddials: [{ index: '1', dirn: '\\+4930123456', label: 'Bereitschaft' }] }),
      ),
    },
    act: find,
    outcome: [shown],
  },
  {
    name: 'unreadable',
    operations: byLines,
    answers: {
      listLine,
      getLine,
      listPhone: withBadBytes(
        response(
          'listPhone',
          `<phone uuid="{${key.toUpperCase()}}">${name}<description>Pf¤rtner &#x1f;</description>${rest}</phone>`,
        ),
      ),
      getPhone: withBadBytes(
        response(
          'getPhone',
          `<phone uuid="{${key.toUpperCase()}}"><lines>${line}</lines><speeddials><speeddial><dirn>0100</dirn>` +
            '<label>B¤ro</label><index>1</index></speeddial></speeddials></phone>',
        ),
      ),
    },
    act: find,
    outcome: [unreadable],
  },
  {
    name: 'unreadable',
    operations: ['executeSQLQuery'],
    lookup: 'sql',
    answers: {
      executeSQLQuery: withBadBytes(
        response(
          'executeSQLQuery',
          rowsOfPhone({
            ...{ ...shown, description: 'Pf¤rtner &#x1f;' },
            speeddials: [{ index: '1', dirn: '0100', label: 'B¤ro' }],
          }),
        ),
      ),
    },
    act: find,
    outcome: [unreadable],
  },
  {
    name: 'unreadable-structure',
    operations: ['getPhone'],
    answers: { getPhone: withBadBytes(response('getPhone', '<ph¤ne/>')) },
    act: read,
    outcome: { code: 'call-manager-answer-invalid', axlCode: undefined },
  },
  {
    name: 'padded-return',
    operations: ['updatePhone'],
    answers: { updatePhone: response('updatePhone', `\n   {${key.toUpperCase()}} \n`, '') },
    act: write,
    outcome: key,
  },
  {
    name: 'older-fault',
    operations: ['getPhone'],
    answers: { getPhone: olderFault(5007, `Item not valid: The specified ${phone} was not found`) },
    act: read,
    outcome: { code: 'phone-not-found', axlCode: 5007 },
  },
  refusedWrite('older-fault', olderFault(-239, 'Could not insert new row'), 'rejected-by-call-manager', -239),
  refusedWrite('redirected', page(302, 'Found'), 'call-manager-answer-invalid'),
  refusedWrite('wrong-method', page(405, 'HTTP Status 405 - Method Not Allowed'), 'call-manager-answer-invalid'),
  refusedWrite(
    'bad-request-page',
    page(400, 'HTTP Status 400 - Bad Request', '<!doctype html>'),
    'call-manager-answer-invalid',
  ),
  refusedWrite(
    'release-refused-bare',
    page(
      599,
      'HTTP Status 599 - Incorrect axl version. Supported axl versions are 12.x, 15',
      '<!-- custom Cisco error page -->',
    ),
    'axl-version-unsupported',
  ),
];
