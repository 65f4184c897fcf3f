import { describe, expect, it, onTestFinished } from 'vitest';
import { runButtons } from '../support/button-command.js';
import { usersFile } from '../support/change-users.js';
import { withHistory } from '../support/office.js';
import { lacks } from '../support/programs.js';
import { bin } from '../support/project.js';
import { openScreen, type Screen } from '../support/screen.js';
import { officeOf } from './office.js';
import { office, officeClient, reopen, useOffice } from './use-office.js';

useOffice();

async function screenOf(
  columns: number,
  given: readonly string[],
  login: Readonly<Record<string, string>> = {},
): Promise<Screen> {
  const command = [process.execPath, bin, 'buttons', ...given];
  // The last lines stay visible, and Ctrl-C goes to the command.
  const shell = ['sh', '-c', 'trap : INT; "$@"; echo "code $?"; sleep 600', 'sh', ...command];
  const screen = await openScreen(shell, { columns, environment: { ...office.environment, ...login } });
  onTestFinished(() => screen.close());
  return screen;
}

describe.skipIf(lacks('tmux'))('on a terminal', () => {
  it.each([80, 200])('of %i columns: it asks one question with its counts, and shows its progress', async (columns) => {
    await reopen(withHistory(), officeOf(20), { latencyMs: 300 });
    const screen = await screenOf(columns, ['relabel', '7000', 'New']);
    const asked = await screen.until(/\[y\/N\]$/m);
    expect(asked).toMatch(/^To change: 8 devices, 16 lists: 0 added, 0 removed, 16 changed$/m);
    expect(asked).toMatch(/^Change 8 devices: 16 buttons changed, 0 removed, 0 added\? \[y\/N\]$/m);
    expect(office.proxy.changes).toEqual([]);
    await screen.type('y');
    await screen.press('Enter');
    await screen.until(/^changing [█░]{20} [1-9]\d*\/16 lists, \d+\.\d\/s, \d+ s left$/m);
    const done = await screen.until(/^code 0$/m);
    expect(done).toMatch(/^Change 1 is done\. 16 lists: 16 changed$/m);
    expect(done.match(/\[y\/N\]/g)).toHaveLength(1);
    // The progress bar is gone.
    expect(done).not.toContain('█');
  });

  it.each(['n', ''])('the answer %j leaves nothing behind', async (answer) => {
    const before = office.simulator.state();
    const screen = await screenOf(80, ['relabel', '7000', 'New']);
    await screen.until(/\[y\/N\]$/m);
    await screen.type(answer);
    await screen.press('Enter');
    expect(await screen.until(/^code 1$/m)).toContain('nothing was changed');
    expect([office.proxy.changes, office.simulator.state()]).toEqual([[], before]);
    expect((await officeClient().listChanges()).changes).toEqual([]);
  });

  it('Ctrl-C at the question leaves nothing behind', async () => {
    const screen = await screenOf(80, ['relabel', '7000', 'New']);
    await screen.until(/\[y\/N\]$/m);
    await screen.press('C-c');
    expect(await screen.until(/^code 130$/m)).toContain('interrupted; nothing was changed');
    expect(office.proxy.changes).toEqual([]);
    expect((await officeClient().listChanges()).changes).toEqual([]);
  });

  it.each([80, 200])('of %i columns: it says what it waits for, and leaves the change on Ctrl-C', async (columns) => {
    office.simulator.misbehave({ kind: '503', operation: 'updatePhone', times: 100, retryAfter: '40' });
    const screen = await screenOf(columns, ['relabel', '7000', 'New', '--yes']);
    await screen.until(/^changing [█░]{20} \d\/16 lists, waits, and goes on by itself: \S/m);
    await screen.press('C-c');
    const ended = await screen.until(/^code 130$/m);
    expect(ended).toMatch(/^Change 1 goes on in the service\.$/m);
    expect(ended).toMatch(/^To look at it: axl-phone-proxy buttons show 1$/m);
    expect(ended).toMatch(/^To stop it: axl-phone-proxy buttons stop 1$/m);
    expect(ended).not.toContain('█');
  });

  it.each([80, 200])('of %i columns: a proposed change is shown, approved, followed, and left', async (columns) => {
    const users = usersFile();
    await reopen({ ...withHistory(), ...users.settings }, officeOf(20), { latencyMs: 300 });
    const as = (user: string) => ({ PHONE_PROXY_USERNAME: user, PHONE_PROXY_PASSWORD: user });
    const env = { ...office.environment, ...as('agent') };
    await runButtons(['relabel', '7000', 'New'], { env });
    const approval = await screenOf(columns, ['approve', '1'], as('boss'));
    const asked = await approval.until(/^Approve change 1 and begin it\? \[y\/N\]$/m);
    expect(asked).toMatch(/^To change: 8 devices, 16 lists: 0 added, 0 removed, 16 changed$/m);
    await approval.type('y');
    await approval.press('Enter');
    await approval.until(/^changing [█░]{20} [1-9]\d*\/16 lists, \d+\.\d\/s, \d+ s left$/m);
    await approval.press('C-c');
    const left = await approval.until(/^code 130$/m);
    expect(left).toMatch(/^To stop it: axl-phone-proxy buttons stop 1$/m);
    expect(left).not.toContain('█');
  });

  it('tables fit, and show the whole name of every device', async () => {
    const screen = await screenOf(80, ['find', '7000']);
    const found = await screen.until(/^code 0$/m);
    // No row wraps: each line starts with its first cell.
    expect(found.match(/^SEPFACE[0-9A-F]{8} {2}phone/gm)).toHaveLength(16);
    expect(found).toMatch(/…/);
  });
});
