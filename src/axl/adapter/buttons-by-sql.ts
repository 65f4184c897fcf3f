import {
  buttonKinds,
  type ButtonPageAsked,
  type ButtonPlace,
  type ButtonsPage,
  type PointingButton,
} from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import { isServiceError, type ServiceError } from '../../domain/errors.js';
import { dialledForm, type DirectoryNumber, parseUuid, pointsAt } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { Holding } from '../../use-cases/call-manager.js';
import { bytesOf, withOwnTexts } from '../../use-cases/room.js';
import type { AxlClient } from '../client/axl-client.js';
import { childText, type XmlElement } from '../soap/xml.js';
import { buttonsWithNumber, kindWords, pageOf, partsFor } from './buttons-query.js';
import { lackingColumn, notOurRow } from './lookup-by-sql.js';
import { isTemplate } from './mapping.js';
import { takeSqlRows } from './operations.js';
import { rowsThatFit } from './rows-that-fit.js';

/**
 * Finds the speed dials and busy lamp fields that point at a number, on phones and device profiles. No AXL object
 * searches for buttons, so this is SQL on every release: one query, or pages of each table if the call manager says
 * that its answer is too large.
 */
export async function findButtonsBySql(
  client: AxlClient,
  number: DirectoryNumber,
  context: CallContext,
  holding: Holding,
): Promise<PointingButton[]> {
  const found: PointingButton[] = [];
  const keep = (button: PointingButton | undefined): void => {
    if (button) found.push(held(button, holding));
  };
  try {
    const { rows } = await takeButtons(client, number, buttonsWithNumber(number), undefined, context);
    for (const { button } of rows) keep(button);
    return found;
  } catch (thrown) {
    const fit = rowsThatFit(thrown);
    if (fit === undefined) throw thrown;
    const pages = new ButtonPages(client, number, fit, context);
    // Send one query after another, because the call manager has much to send.
    for (let place: ButtonPlace | undefined = beginning; place;) {
      const { rows, next } = await pages.behind(place);
      for (const { button } of rows) keep(button);
      place = next;
    }
    return found;
  }
}

/** The most queries for one page, if there are templates between the buttons. */
const mostQueries = 10;

/**
 * Finds a page of buttons, in order of the three ways to point at a number, then of the buttons' keys. After ten
 * queries the page ends, even if it is not full, and says where to continue.
 */
export async function findButtonsPageBySql(
  client: AxlClient,
  { number, after = beginning, most }: ButtonPageAsked,
  context: CallContext,
  holding: Holding,
): Promise<ButtonsPage> {
  const pages = new ButtonPages(client, number, most + 1, context);
  const buttons: PointingButton[] = [];
  let place = after;
  for (let queries = 0; queries < mostQueries; queries += 1) {
    // One button more than needed shows whether there are others.
    const { rows, next } = await pages.behind(place, most + 1 - buttons.length);
    for (const { button, key } of rows) {
      if (button && buttons.length === most) return { buttons, next: place };
      if (button) buttons.push(held(button, holding));
      place = { part: place.part, key };
    }
    if (!next) return { buttons, next };
    place = next;
  }
  return { buttons, next: place };
}

const beginning: ButtonPlace = { part: 0, key: '' };

/**
 * Reads pages of each table in order of its key. No row is read twice or missed, regardless of changes in the meantime.
 */
class ButtonPages {
  readonly #client: AxlClient;
  readonly #number: DirectoryNumber;
  readonly #context: CallContext;
  /** The number of rows in one query. */
  #size: number;

  constructor(client: AxlClient, number: DirectoryNumber, size: number, context: CallContext) {
    this.#client = client;
    this.#number = number;
    this.#size = size;
    this.#context = context;
  }

  /**
   * @param most the highest number of rows
   * @returns the rows after a place, and the place of the next ones; undefined if there are none
   */
  async behind(
    { part: position, key }: ButtonPlace,
    most = Infinity,
  ): Promise<{ readonly rows: readonly ButtonRow[]; readonly next: ButtonPlace | undefined }> {
    const parts = partsFor(this.#number);
    const part = parts[position];
    if (!part) return { rows: [], next: undefined };
    for (;;) {
      const size = Math.min(this.#size, most);
      try {
        const statement = pageOf(part, size, key);
        const { rows, last } = await takeButtons(this.#client, this.#number, statement, key, this.#context);
        if (rows.length >= size) return { rows, next: { part: position, key: last } };
        return { rows, next: position + 1 < parts.length ? { part: position + 1, key: '' } : undefined };
      } catch (thrown) {
        const fits = rowsThatFit(thrown);
        if (fits === undefined || size === 1) throw thrown;
        this.#size = Math.min(fits, Math.floor(size / 2));
      }
    }
  }
}

/** A row of an answer. */
interface ButtonRow {
  /** The button's key; empty if it was not requested. */
  readonly key: string;
  /** Undefined if the row belongs to a template, or to a number that only looks the same. */
  readonly button: PointingButton | undefined;
}

/**
 * Requests rows, and collects their values while they are read.
 * @param behind the key before the first row; undefined if the keys are not requested
 */
async function takeButtons(
  client: AxlClient,
  number: DirectoryNumber,
  sql: string,
  behind: string | undefined,
  context: CallContext,
): Promise<{ readonly rows: readonly ButtonRow[]; readonly last: string }> {
  let taken = { rows: [] as ButtonRow[], last: behind ?? '', problem: undefined as ServiceError | undefined };
  const takeRows = () => {
    taken = { rows: [], last: behind ?? '', problem: undefined };
    const current = taken;
    return (row: XmlElement): void => {
      if (current.problem) return;
      try {
        const key = behind === undefined ? '' : keyBehind(current.last, row);
        current.rows.push({ key, button: buttonIn(row, number) });
        current.last = key;
      } catch (thrown) {
        if (!isServiceError(thrown)) throw thrown;
        current.problem = thrown;
      }
    };
  };
  await takeSqlRows(client, sql, { takeRows }, context);
  if (taken.problem) throw taken.problem;
  return taken;
}

/** @throws ServiceError for a row whose key is not greater than the previous one */
function keyBehind(last: string, row: XmlElement): string {
  const key = parseUuid(childText(row, 'buttonkey'));
  if (key === undefined) throw notOurRow('holds no key to go on from');
  if (key <= last) throw notOurRow('is not in the order that was asked for');
  return key;
}

function held(button: PointingButton, holding: Holding): PointingButton {
  const { device, uuid, description, label, partition } = button;
  holding.hold(bytesOf([device, uuid, description, label, partition]));
  return button;
}

const columns = ['pkid', 'name', 'description', 'product', 'model', 'tkclass', 'kind', 'place', 'dialled'] as const;
const lastColumns = ['label', 'routepartition'] as const;

/**
 * @returns the values of a row, as copies of the texts; undefined if it is no button that points at the number
 * @throws ServiceError for a row that does not match the query
 */
function buttonIn(row: XmlElement, number: DirectoryNumber): PointingButton | undefined {
  const lacking = lackingColumn(row, [...columns, ...lastColumns]);
  if (lacking !== undefined) throw notOurRow(`lacks its column ${lacking}`);
  const button = buttonOf(row);
  // For Informix, texts are equal if they differ only in trailing spaces. Here they differ, as in every other lookup.
  return isTemplate(row) || !pointsAt(button.dirn, number) ? undefined : withOwnTexts(button);
}

const deviceKinds: Readonly<Record<string, DeviceKind>> = { '1': 'phone', '254': 'profile' };

function buttonOf(row: XmlElement): PointingButton {
  const uuid = parseUuid(childText(row, 'pkid'));
  const deviceKind = deviceKinds[childText(row, 'tkclass').trim()];
  const kindWord = childText(row, 'kind').trim();
  const kind = buttonKinds.find((one) => kindWords[one] === kindWord);
  if (uuid === undefined) throw notOurRow('holds no key');
  if (!deviceKind) throw notOurRow('is neither of a phone nor of a device profile');
  if (!kind) throw notOurRow('is neither of a speed dial nor of a busy lamp field');
  return {
    device: childText(row, 'name'),
    deviceKind,
    uuid,
    description: childText(row, 'description'),
    kind,
    index: childText(row, 'place').trim(),
    dirn: dialledForm(childText(row, 'dialled')),
    partition: childText(row, 'routepartition'),
    label: childText(row, 'label'),
  };
}
