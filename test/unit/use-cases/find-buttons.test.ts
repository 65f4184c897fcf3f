import { describe, expect, it } from 'vitest';
import type { PointingButton } from '../../../src/domain/button-kinds.js';
import { dialledForm } from '../../../src/domain/identifiers.js';
import type { CallContext } from '../../../src/use-cases/call-context.js';
import type { CallManager } from '../../../src/use-cases/call-manager.js';
import { FindButtons } from '../../../src/use-cases/find-buttons.js';
import { callContext } from '../../support/call-context.js';
import { deferred, fakePort } from '../../support/fake-port.js';

function button(device: string): PointingButton {
  const common = { deviceKind: 'phone', uuid: '', description: '', kind: 'speeddial', index: '1' } as const;
  return { ...common, device, dirn: '1', partition: '', label: '' };
}

/** Finds the given number of buttons, each counted with the given number of bytes. */
const countedAs =
  (bytes: number): CallManager['findButtons'] =>
  (number, _context, { hold }) => {
    const buttons = Array.from({ length: Number(number) }, (_, at) => button(`SEP${at}`));
    buttons.forEach(() => {
      hold(bytes);
    });
    return Promise.resolve(buttons.reverse());
  };

/** A caller, and a function that ends its answer. */
function caller() {
  const listeners: (() => void)[] = [];
  const context: CallContext = { ...callContext(), whenAnswered: (listener) => listeners.push(listener) };
  return {
    context,
    answered: () => {
      for (const listener of listeners) listener();
    },
  };
}

const afterThisTurn = () => new Promise((resolve) => setImmediate(resolve));
const [two, three, few, many] = ['2', '3', '4000', '6000'].map(dialledForm) as [never, never, never, never];

describe('buttons that point at a number', () => {
  it('use memory until their caller has the answer; then there is room again', async () => {
    const finding = new FindButtons(fakePort({ findButtons: countedAs(1) }), 4);
    const first = caller();
    expect((await finding.find(three, first.context)).map(({ device }) => device)).toEqual(['SEP0', 'SEP1', 'SEP2']);
    await afterThisTurn();
    expect(finding.held).toBe(3);
    await expect(finding.find(two, caller().context)).rejects.toMatchObject({
      code: 'overloaded',
      facts: { retryAfterSeconds: 1, effect: 'none', cause: 'buttons' },
    });
    await afterThisTurn();
    expect(finding.held).toBe(3);
    first.answered();
    expect(finding.held).toBe(0);
    expect(await finding.find(two, caller().context)).toHaveLength(2);
  });

  it('are refused if they alone exceed the memory limit, with their minimum number', async () => {
    const finding = new FindButtons(fakePort({ findButtons: countedAs(1) }), 2);
    const refused = finding.find(three, caller().context);
    await expect(refused).rejects.toMatchObject({ code: 'too-many-buttons', facts: { effect: 'none' } });
    await expect(refused).rejects.toThrow(/^At least 3 buttons .*\?limit=5000/);
    await afterThisTurn();
    expect(finding.held).toBe(0);
  });

  it('are refused as well if others leave no room for many, or if their texts are too long', async () => {
    const finding = new FindButtons(fakePort({ findButtons: countedAs(1) }), 9_000);
    await finding.find(few, caller().context);
    await expect(finding.find(many, caller().context)).rejects.toThrow(/^At least 5001 buttons/);
    const long = new FindButtons(fakePort({ findButtons: countedAs(1_000) }), 4);
    expect(await long.find(two, callContext())).toHaveLength(2);
    await afterThisTurn();
    await expect(long.find(three, caller().context)).rejects.toMatchObject({ code: 'too-many-buttons' });
  });

  it('are read once and counted once for equal questions, until all callers have their answers', async () => {
    const answer = deferred<PointingButton[]>();
    const callManager = fakePort({
      findButtons: async (_number, _context, { hold }) => {
        const found = await answer.promise;
        found.forEach(() => {
          hold(1);
        });
        return found;
      },
    });
    const finding = new FindButtons(callManager, 3);
    const callers = [caller(), caller(), caller()];
    const asking = callers.map(({ context }) => finding.find(three, context));
    answer.resolve([button('A'), button('B'), button('C')]);
    const found = await Promise.all(asking);
    expect(callManager.findButtons).toHaveBeenCalledOnce();
    expect(new Set(found).size).toBe(1);
    await afterThisTurn();
    for (const { answered } of callers) {
      expect(finding.held).toBe(3);
      answered();
    }
    expect(finding.held).toBe(0);
  });

  it('are read again for a caller who comes after a change', () => {
    const callManager = fakePort({ findButtons: () => new Promise(() => undefined) });
    const finding = new FindButtons(callManager);
    void finding.find(two, caller().context);
    finding.listChanged();
    void finding.find(two, caller().context);
    expect(callManager.findButtons).toHaveBeenCalledTimes(2);
  });

  it('use no room if they could not be read, or nobody waits for them', async () => {
    const failure = new Error('away');
    const failing = fakePort({
      findButtons: (_number, _context, { hold }) => {
        hold(1);
        return Promise.reject(failure);
      },
    });
    const finding = new FindButtons(failing);
    await expect(finding.find(two, caller().context)).rejects.toBe(failure);
    await afterThisTurn();
    expect(finding.held).toBe(0);
    const heard = new FindButtons(fakePort({ findButtons: countedAs(1) }));
    await heard.find(two, callContext());
    await afterThisTurn();
    expect(heard.held).toBe(0);
  });

  it('are counted page by page, too', async () => {
    const callManager = fakePort({
      findButtonsPage: (_asked, _context, { hold }) => {
        hold(1);
        return Promise.resolve({ buttons: [button('A')], next: undefined });
      },
    });
    const finding = new FindButtons(callManager, 1);
    const asked = { number: two, after: undefined, most: 1 };
    const first = caller();
    expect((await finding.page(asked, first.context)).buttons).toHaveLength(1);
    await expect(finding.page(asked, caller().context)).rejects.toMatchObject({ code: 'overloaded' });
    first.answered();
    await afterThisTurn();
    expect((await finding.page(asked, caller().context)).buttons).toHaveLength(1);
  });
});
