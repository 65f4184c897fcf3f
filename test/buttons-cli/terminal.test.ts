import { describe, expect, it, onTestFinished } from 'vitest';
import { withHistory } from '../support/office.js';
import { lacks } from '../support/programs.js';
import { bin } from '../support/project.js';
import { openScreen, type Screen } from '../support/screen.js';
import { office, reopen, useOffice } from './use-office.js';

useOffice();

async function screenOf(columns: number, ...given: readonly string[]): Promise<Screen> {
  const command = [process.execPath, bin, 'buttons', ...given];
  // The last lines stay visible, and Ctrl-C goes to the command.
  const shell = ['sh', '-c', 'trap : INT; "$@"; echo "code $?"; sleep 600', 'sh', ...command];
  const screen = await openScreen(shell, { columns, environment: office.environment });
  onTestFinished(() => screen.close());
  return screen;
}

describe.skipIf(lacks('tmux'))('on a terminal', () => {
  it.each([80, 200])('of %i columns: a run asks with its duration, and shows its progress', async (columns) => {
    const screen = await screenOf(columns, 'relabel', '7000', 'New', '--per-hour', '7200');
    const asked = await screen.until(/\[y\/N\]$/m);
    expect(asked).toMatch(/^To change: 8 devices, 16 lists: 0 added, 0 removed, 16 changed$/m);
    expect(asked).toMatch(/^Change 16 lists on 8 devices, 7200 an hour: 8 s\? \[y\/N\]$/m);
    await screen.type('y');
    await screen.press('Enter');
    const under = await screen.until(/^changing [█░]{20} [1-9]\d*\/16 lists, \d+\.\d\/s, \d+ s left$/m);
    expect(under).toContain('The journal of this run is buttons-');
    const done = await screen.until(/^code 0$/m);
    expect(done).toMatch(/^16 lists: 16 changed$/m);
    // The progress bar is gone.
    expect(done).not.toContain('█');
  });

  it.each([80, 200])('of %i columns: it says what it waits for, and ends on Ctrl-C', async (columns) => {
    office.simulator.misbehave({ kind: '503', operation: 'updatePhone', times: 100, retryAfter: '40' });
    const screen = await screenOf(columns, 'relabel', '7000', 'New', '--yes', '--per-hour', '0');
    await screen.until(/^changing ░{20} 0\/16 lists, waits \d+ s: the call manager is busy$/m);
    await screen.press('C-c');
    const ended = await screen.until(/^code 130$/m);
    expect(ended).toContain('The run was interrupted.');
    expect(ended).toMatch(/^To continue: axl-phone-proxy buttons resume buttons-/m);
  });

  it.each([80, 200])(
    'of %i columns a plan is confirmed twice, followed while it is applied, and left',
    async (columns) => {
      await reopen({ ...withHistory(), PLANS_APPROVAL: 'any' });
      await office.command('relabel', '7000', 'New', '--propose');
      const approval = await screenOf(columns, 'plan', 'approve', '1');
      const asked = await approval.until(/^Approve plan 1\? \[y\/N\]$/m);
      expect(asked).toMatch(/^To change: 8 devices, 16 lists: 0 added, 0 removed, 16 changed$/m);
      await approval.type('y');
      await approval.press('Enter');
      expect(await approval.until(/^code 0$/m)).toMatch(/^Plan 1 is approved\.$/m);

      const application = await screenOf(columns, 'plan', 'apply', '1', '--per-hour', '7200');
      await application.until(/^Apply plan 1: change 16 lists, 7200 an hour: 8 s\? \[y\/N\]$/m);
      await application.type('y');
      await application.press('Enter');
      await application.until(/^applying [█░]{20} [1-9]\d*\/16 lists, \d+\.\d\/s, \d+ s left$/m);
      await application.press('C-c');
      const left = await application.until(/^code 130$/m);
      expect(left).toMatch(/^To follow it: axl-phone-proxy buttons plan apply 1$/m);
      expect(left).not.toContain('█');
    },
  );

  it('tables fit, and show the whole name of every device', async () => {
    const screen = await screenOf(80, 'find', '7000');
    const found = await screen.until(/^code 0$/m);
    // No row wraps: each line starts with its first cell.
    expect(found.match(/^SEPFACE[0-9A-F]{8} {2}phone/gm)).toHaveLength(16);
    expect(found).toMatch(/…/);
  });
});
