import { type CatalogueEntry, errorCatalogue } from '../../src/domain/error-catalogue.js';
import { unreadableDetails } from '../../src/http/unreadable-requests.js';

/** Tables from the catalogue of errors. */

const catalogue: Readonly<Record<string, CatalogueEntry>> = errorCatalogue;

/** @returns a table in Markdown */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');

/** @returns a row for each answer that is a problem, by status */
export function problemRows() {
  const answered = Object.entries(catalogue).map(([code, { status, again, when }]) => ({ code, status, again, when }));
  // Answered before a request reaches the app.
  const unreadable = Object.entries(unreadableDetails).map(([status, when]) => {
    return { code: 'invalid-request', status: Number(status), again: againOfUnreadable[status] ?? '', when };
  });
  return [...answered, ...unreadable].sort((a, b) => a.status - b.status);
}

/** @returns the table of the problems for the docs, by status */
export function problemsTable(): string {
  const rows = problemRows().map(({ status, code, again, when }) => [`${status}`, `\`${code}\``, `\`${again}\``, when]);
  return table(['Status', 'Code', 'Send again', 'When'], rows);
}

const againOfUnreadable: Readonly<Record<string, CatalogueEntry['again']>> = { 408: 'later', 431: 'changed' };

/** @returns the client's file: what each code means for a caller */
export function problemTableFile(): string {
  const rows = Object.entries(catalogue).map(([code, { means = 'not-done', again, ofOneDevice, callManager }]) => {
    return [code, { means, again, ofOneDevice, callManager }];
  });
  return `/** Written by \`npm run docs\`, from src/domain/error-catalogue.ts. */
export const problemTable = ${JSON.stringify(Object.fromEntries(rows))} as const;
`;
}
