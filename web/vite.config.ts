import { defineConfig } from 'vite';

/** Makes dist/console of this folder: hashed names, relative addresses, so that it works under any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
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
