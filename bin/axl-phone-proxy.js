#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('axl-phone-proxy: dist/ is missing: build it with npm run build\n');
  process.exitCode = 1;
}
