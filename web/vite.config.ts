import { defineConfig } from 'vite';

/** What comes when it is asked for: the history, changing many buttons, copying, and the keys on paper. */
const seldom =
  /\/screens\/(changes\/(?!change-table|read-lines)|runs\/|findings|relabel\/(?!filters|label-field)|number\/change-dialogs|device\/(copying\/|keys-card)|seldom)/;

/** Makes dist/console of this folder: hashed names, relative addresses, so that it works under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // Children as arguments: a little smaller than the form with `jsx`, and one function of Preact less.
  oxc: {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
    jsxInject: "import { Fragment, h } from 'preact'",
  },
  plugins: [
    {
      // One file comes later, and nothing with it: Vite's own helper would be larger than what it is for.
      name: 'plain-imports',
      enforce: 'pre',
      load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null),
    },
    {
      // Firefox does not ask again for a script that it could not load, unless its address differs (web/components/lazy.tsx).
      name: 'asked-again',
      enforce: 'post',
      generateBundle: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          file.code = file.code.replace(/\bimport\(([`"'])(\.\/[\w.-]+)\1\)/g, 'import(`$2${self.asked??``}`)');
        }
      },
    },
  ],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would be against the page's policy.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      output: {
        // All that the first pages need is one file, which is read and compressed better than several.
        codeSplitting: {
          groups: [
            { name: 'console', test: (id) => !seldom.test(id) },
            { name: 'seldom', test: seldom },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
});
