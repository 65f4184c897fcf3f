import { type ChangeList, type ChangeWithLists, mostInPage } from '../../client/index.js';
import type { Reader } from '../connection/reader.js';
import { Sum } from '../output/list-text.js';
import type { Colours } from '../output/terminal.js';
import { listLines } from './change-text.js';
import type { Context } from './context.js';

/**
 * Reads a change and its lists, page by page.
 * @param problems true for only the lists with a problem
 */
export async function* pagesOf(
  reader: Reader,
  id: string,
  problems?: true,
): AsyncGenerator<ChangeWithLists, void, undefined> {
  let after: string | undefined;
  do {
    const page = await reader.ask((client, options) =>
      client.readChange(id, { ...options, limit: mostInPage, after, problems }),
    );
    yield page.change;
    after = page.next;
  } while (after !== undefined);
}

/** Reads a change with all its lists. */
export async function readWhole(reader: Reader, id: string): Promise<ChangeWithLists> {
  const lists: ChangeList[] = [];
  let change: ChangeWithLists | undefined;
  for await (change of pagesOf(reader, id)) lists.push(...change.lists);
  if (change === undefined) throw new Error('a change has at least one page');
  return { ...change, lists };
}

/** Prints a part of what a command shows. */
export type Print = (text: string) => Promise<void>;

/** @returns prints what is to be changed; with --json or --quiet only if a question about it follows */
export function printerOf({ terminal, json, quiet }: Context, asks: boolean): Print {
  return async (text) => {
    if (!json && !quiet) await terminal.out(`${text}\n`);
    else if (asks) terminal.err(text);
  };
}

/**
 * Prints the difference of each list, page by page. A list with a problem is not set when its change begins, so it has no
 * difference then.
 * @returns how much is to be set, and the lists with a problem
 */
export async function showLists(
  pages: AsyncIterable<ChangeWithLists> | Iterable<ChangeWithLists>,
  colours: Colours,
  print: Print,
): Promise<{ readonly sum: Sum; readonly problems: readonly ChangeList[] }> {
  const sum = new Sum();
  const problems: ChangeList[] = [];
  for await (const { application, lists } of pages) {
    const lines = lists.flatMap((list) => {
      if (list.problem !== null) problems.push(list);
      if (list.problem !== null && application === null) return [];
      sum.add(list);
      return listLines(list, colours);
    });
    if (lines.length > 0) await print(lines.join('\n'));
  }
  return { sum, problems };
}
