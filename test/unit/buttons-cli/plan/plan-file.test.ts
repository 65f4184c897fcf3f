import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listTag } from '../../../../src/domain/list-tag.js';
import type { Plan } from '../../../../src/buttons-cli/plan/plan.js';
import { readPlan, writePlan } from '../../../../src/buttons-cli/plan/plan-file.js';
import { emptyFolder, tidy } from '../../../support/processes.js';
import { speedDials } from '../../../support/remembered-lists.js';

afterAll(tidy);

const before = [{ index: '1', dirn: '0100', label: 'Bell' }];
const plan: Plan = {
  ...{ command: 'relabel', url: 'https://phones.example.com/', login: 'ingrid', made: '2026-05-01T00:00:00Z' },
  isRollback: false,
  lists: [{ ...speedDials('SEP1'), etag: listTag('speeddial', before), before, after: [] }],
};

const newFile = (): string => path.join(emptyFolder(), 'plan.json');

/** A saved plan that was edited. */
async function saved(change: (file: Record<string, unknown>) => unknown = (file) => file): Promise<string> {
  const file = newFile();
  await writePlan(file, plan);
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)));
  return file;
}

describe('a plan that is saved', () => {
  it.each([
    plan,
    { ...plan, isRollback: true, rollsBack: '/journal', unknownTargets: ['nobody has 4711'] },
    { ...plan, isRollback: true, undoes: { run: '12', wholeLists: true } },
    { ...plan, leftOut: { names: [{ name: '4711', why: 'there is no button to' }], isIgnored: true } },
  ])('is read unchanged, and not reported as edited: %j', async (whole) => {
    const file = newFile();
    await writePlan(file, whole);
    expect(await readPlan(file)).toEqual({ plan: whole, isEdited: false });
    await expect(writePlan(file, whole)).rejects.toThrow();
  });

  it('is not reported as edited if only the order of a button’s properties differs', async () => {
    const file = newFile();
    const lists = plan.lists.map((list) => ({ ...list, after: [{ label: 'Bell', index: '2', dirn: '0100' }] }));
    await writePlan(file, { ...plan, lists });
    expect(await readPlan(file)).toEqual({ plan: { ...plan, lists }, isEdited: false });
  });

  it.each<[string, (file: Record<string, unknown>) => unknown, boolean]>([
    ['in another order', (file) => Object.fromEntries(Object.entries(file).reverse()), false],
    ['with another list', (file) => ({ ...file, lists: plan.lists.map((list) => ({ ...list, after: before })) }), true],
    ['for another login', (file) => ({ ...file, login: 'peter' }), true],
  ])('is called edited where it says something else: %s', async (_how, change, isEdited) => {
    expect(await readPlan(await saved(change))).toMatchObject({ isEdited });
  });

  it.each<[string, (file: Record<string, unknown>) => unknown, string]>([
    ['something else', () => ({ format: 'else' }), 'is not a plan; save one with --plan FILE'],
    ['of another version', (file) => ({ ...file, version: 1 }), 'of version 1; this command reads version 2'],
    ['lacking something', (file) => ({ ...file, login: 7 }), 'is a damaged plan: login: Invalid input'],
    ['with a list that is none', (file) => ({ ...file, lists: [7] }), 'is a damaged plan: lists.0: Invalid input'],
    [
      'with a list that was not read',
      withAnotherBefore,
      `cannot be applied: its list before is not the list that was read (SEP1: speed dials). Nothing was changed; make`,
    ],
  ])('is refused: %s', async (_what, change, said) => {
    const file = await saved(change);
    await expect(readPlan(file)).rejects.toThrow(said);
    await expect(readPlan(file)).rejects.toThrow(file);
  });

  it('is refused if it is not JSON; a list that is not changed may have any content', async () => {
    const file = newFile();
    writeFileSync(file, 'device,kind');
    await expect(readPlan(file)).rejects.toThrow('is not a plan: it is not JSON');
    const leave = await saved((whole) => ({
      ...whole,
      lists: plan.lists.map((list) => ({ ...list, before: [], leave: 'changed-meanwhile' })),
    }));
    expect((await readPlan(leave)).plan.lists).toMatchObject([{ leave: 'changed-meanwhile' }]);
  });
});

function withAnotherBefore(file: object): object {
  return { ...file, lists: plan.lists.map((list) => ({ ...list, before: [] })) };
}
