/** A phone in a call manager's answer to the query of the lookup by SQL. */
export interface PhoneBySql {
  readonly uuid: string;
  readonly name: string;
  readonly description?: string;
  readonly product?: string;
  readonly model?: string;
  /** The directory numbers of its lines, in order. */
  readonly dirns: readonly string[];
  readonly speeddials: readonly { readonly index: string; readonly dirn: string; readonly label: string }[];
}

/** @returns the rows of a phone as XML: its own, and the rows of its lines and speed dials */
export function rowsOfPhone(phone: PhoneBySql): string {
  const { uuid, name, description = '', product = '', model = '', dirns, speeddials } = phone;
  return [
    row(uuid, 'self', '0', [name, description, product, model]),
    ...dirns.map((dirn, place) => row(uuid, 'line', String(place + 1), [dirn, '', '', ''])),
    ...speeddials.map(({ index, dirn, label }) => row(uuid, 'dial', index, [dirn, label, '', ''])),
  ].join('');
}

function row(uuid: string, kind: string, place: string, texts: readonly string[]): string {
  const columns = texts.map((text, position) => `<t${position + 1}>${text}</t${position + 1}>`);
  return `<row><pkid>${uuid}</pkid><kind>${kind}</kind><place>${place}</place>${columns.join('')}</row>`;
}
