import { askForButtons, axlCallsForButtons } from './button-work.js';
import { dialsOf, namesOf, numberOf, phoneName, phoneOf, phoneUuid, seen, smallPhone, type Work } from './work.js';

/** One request of a caller, with the right answer. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  /** In addition to the login and the headers of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: string;
}

export function nameOf(work: Work): string {
  if (work.kind === 'buttons') return `${work.call} of ${work.buttons}`;
  if (work.kind === 'POST') return `POST of ${work.dials}`;
  return `${work.phones} ${work.phones === 1 ? 'phone' : 'phones'}, ${work.dials} dials`;
}

export function ask(work: Work, caller: number): Ask {
  if (work.kind === 'buttons') return askForButtons(work, caller);
  if (work.kind === 'GET') {
    const number = numberOf(work, caller);
    return { method: 'GET', path: `/phone/?dirn=${number}`, answer: JSON.stringify(namesOf(number).map(phoneOf)) };
  }
  const name = phoneName(numberOf(smallPhone, caller), 0);
  const path = `/speeddials?phone=${name}`;
  return { method: 'POST', path, body: JSON.stringify(dialsOf(work.dials)), answer: seen(phoneUuid(name)) };
}

/** @returns the headers of a request, without the login */
export function headersOf({ headers, body }: Ask): Record<string, string> {
  return { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
}

/** @returns exactly how often each AXL operation is called for a work */
export function axlCallsOf(work: Work, lookup: 'lines' | 'sql'): Readonly<Record<string, number>> {
  if (work.kind === 'buttons') return axlCallsForButtons(work);
  if (work.kind === 'POST') return { updatePhone: 1, getPhone: 1 };
  if (lookup === 'sql') return { executeSQLQuery: 1 };
  return { listLine: 1, getLine: 1, listPhone: work.phones, getPhone: work.phones };
}
