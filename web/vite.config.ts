import { defineConfig } from 'vite';

/** Parts that are loaded on request: the history, changing many buttons, copying, and the keys on paper. */
const seldom =
  /\/screens\/(changes\/(?!change-table|change-state|read-changes)|findings|number\/change-dialogs|device\/(copying\/|keys-card)|seldom)|\/web\/changes\/lists\.|\/components\/label-field|\/state\/reading-change|\/texts\/(english\/)?change-lists/;

/** Builds dist/console from this folder, with hashed names and relative addresses, so that it works under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // With the classic runtime, the code is a little smaller, and needs one function of Preact less.
  oxc: {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
    jsxInject: "import { Fragment, h } from 'preact'",
  },
  plugins: [
    {
      // Only one file is loaded later. For one file, Vite's own helper would cost more than it saves.
      name: 'plain-imports',
      enforce: 'pre',
      load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null),
    },
    {
      // Firefox does not ask again for a script that it could not load, unless its address differs
      // (web/components/lazy.tsx).
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
    // The page's policy does not allow data: addresses.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      // Only the parts of the client that are used are included, together with the code that uses them.
      treeshake: { moduleSideEffects: (id) => !id.includes('/src/client/') },
      output: {
        // Everything that the first pages need is in one file, which loads and compresses better than several.
        codeSplitting: {
          includeDependenciesRecursively: false,
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
