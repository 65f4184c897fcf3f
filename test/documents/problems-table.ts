import { type CatalogueEntry, errorCatalogue } from '../../src/domain/error-catalogue.js';
import { unreadableDetails } from '../../src/http/unreadable-requests.js';

/** Tables from the catalogue of errors. */

const catalogue: Readonly<Record<string, CatalogueEntry>> = errorCatalogue;

/** @returns the table of the problems for the docs, by status */
export function problemsTable(): string {
  const answered = Object.entries(catalogue).map(([code, { status, again, when }]) => ({ code, status, again, when }));
  // Answered before a request reaches the app.
  const unreadable = Object.entries(unreadableDetails).map(([status, when]) => {
    return { code: 'invalid-request', status: Number(status), again: againOfUnreadable[status] ?? '', when };
  });
  const rows = [...answered, ...unreadable].sort((a, b) => a.status - b.status);
  const lines = rows.map(({ status, code, again, when }) => `| ${status} | \`${code}\` | \`${again}\` | ${when} |`);
  return ['| Status | Code | Send again | When |', '| --- | --- | --- | --- |', ...lines, ''].join('\n');
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
