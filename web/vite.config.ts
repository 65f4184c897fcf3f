import { defineConfig } from 'vite';

/** Makes dist/console of this folder: hashed names, relative addresses, so that it works under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // Children as arguments: a little smaller than the form with `jsx`, and one function of Preact less.
  oxc: {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
    jsxInject: "import { Fragment, h } from 'preact'",
  },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would be against the page's policy.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
