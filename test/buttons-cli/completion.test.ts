import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { emptyFolder, run, tidy } from '../support/processes.js';
import { lacks } from '../support/programs.js';
import { openScreen } from '../support/screen.js';

afterAll(tidy);

/** How each shell starts without user settings, and how it reads a completion. */
const shells: Readonly<
  Record<string, { readonly command: readonly string[]; readonly begin: (file: string) => string }>
> = {
  bash: {
    command: ['bash', '--norc', '--noprofile'],
    begin: (file) => `PS1='$ '; source ${file}; clear`,
  },
  zsh: {
    command: ['zsh', '-f'],
    begin: (file) => `PS1='$ '; autoload -Uz compinit; compinit -u -D; source ${file}; clear`,
  },
  fish: {
    command: ['fish', '--no-config'],
    begin: (file) => `function fish_prompt; echo '$ '; end; source ${file}; clear`,
  },
};

describe.each(Object.entries(shells))('the completion for %s', (shell, { command, begin }) => {
  it.skipIf(lacks('tmux', shell))('is taken by the shell, and completes what is typed', async () => {
    const { code, stdout } = await run(['buttons', 'completion', shell]);
    expect(code).toBe(0);
    const file = join(emptyFolder(), 'completion');
    writeFileSync(file, stdout);
    const screen = await openScreen(command, { columns: 120 });
    onTestFinished(() => screen.close());
    writeFileSync(join(screen.folder, 'mine.csv'), '');
    await screen.type(begin(file));
    await screen.press('Enter');
    await screen.until(/^\$$/m);
    for (const [typed, completed] of [
      ['but', 'buttons'],
      ['check', 'check-config'],
      ['buttons relab', 'buttons relabel'],
      ['buttons remove 2001 --allow-', 'buttons remove 2001 --allow-removals'],
      ['buttons relabel 2001 Astrid --qui', 'buttons relabel 2001 Astrid --quiet'],
      ['buttons relabel --kind spe', 'buttons relabel --kind speeddial'],
      ['buttons sh', 'buttons show'],
      ['buttons appr', 'buttons approve'],
      ['buttons changes --state prop', 'buttons changes --state proposed'],
      ['buttons relabel 2001 Astrid --prop', 'buttons relabel 2001 Astrid --propose'],
      ['buttons completion fi', 'buttons completion fish'],
      ['buttons import mi', 'buttons import mine.csv'],
      ['buttons copy --from-export mi', 'buttons copy --from-export mine.csv'],
    ] as const) {
      await screen.type(`axl-phone-proxy ${typed}`);
      await screen.press('Tab');
      await screen.until(new RegExp(`^\\$ axl-phone-proxy ${completed}$`, 'm'));
      await screen.press('C-u');
      await screen.until(/^\$$/m);
    }
    // It does not offer the options of another command.
    await screen.type('axl-phone-proxy buttons find --');
    await screen.press('Tab');
    await screen.press('Tab');
    expect(await screen.until(/--json/)).not.toMatch(/--allow-removals|relabel/);
  });
});
