/** Files that users may mistake for a file of buttons. Each has a line that says what to do. */
const mistakes: readonly Mistake[] = [
  {
    holds: ({ begin }) => begin.startsWith('PK\u0003\u0004'),
    problem: 'is a workbook (.xlsx, .ods); save it as "CSV UTF-8"',
  },
  {
    holds: ({ begin }) => begin.startsWith('\u00D0\u00CF\u0011\u00E0'),
    problem: 'is a workbook (.xls); save it as "CSV UTF-8"',
  },
  {
    holds: ({ begin }) => /^(?:\u00FF\u00FE|\u00FE\u00FF)/.test(begin) || begin.slice(0, 2).includes('\u0000'),
    problem: 'is in UTF-16; save it as "CSV UTF-8", not as "Unicode text"',
  },
  {
    holds: ({ line }) => /^"?sep=/i.test(line),
    problem: 'begins with a line sep=, which only Excel knows; remove that line',
  },
  {
    // The headings of files that a call manager's own bulk tool exports.
    isOfButtons: true,
    holds: ({ line }) => /device name|mac address/i.test(line) && /speed dial|busy lamp field|blf/i.test(line),
    problem: 'is a file of the Bulk Administration Tool; use export here, and edit that file instead',
  },
  {
    isOfButtons: true,
    holds: ({ line }) => /^"?(?:device name|mac address)"?\s*[,;\t]/i.test(line),
    problem: 'has the headings of the Bulk Administration Tool; use export here, and edit that file instead',
  },
];

interface Mistake {
  readonly holds: (file: FileBegin) => boolean;
  readonly problem: string;
  /** True for a file that may well list devices. */
  readonly isOfButtons?: boolean;
}

interface FileBegin {
  /** Its first bytes, one character for each. */
  readonly begin: string;
  /** Its first line that is not empty. */
  readonly line: string;
}

/**
 * @param what the file should have: buttons, or the names of devices
 * @returns the text that follows the file's name in the message, and says which other kind of file it is; undefined if
 * it may be what it should be
 */
export function mistakenFor(bytes: Buffer, what: 'buttons' | 'devices'): string | undefined {
  const begin = bytes.toString('latin1', 0, 8);
  const text = bytes.toString('utf8', 0, 100_000).replace(/^\uFEFF/, '');
  const line = text.split(/[\r\n]+/).find((one) => one.trim() !== '') ?? '';
  const others = mistakes.filter(({ isOfButtons = false }) => what === 'buttons' || !isOfButtons);
  return others.find(({ holds }) => holds({ begin, line }))?.problem;
}
