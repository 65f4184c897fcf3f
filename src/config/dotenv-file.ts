import { existsSync } from 'node:fs';
import dotenv from 'dotenv';
import { readText } from '../files/text-files.js';

/**
 * Reads a `.env` file, if there is one.
 * @throws NotUtf8, or the system's error when it is there and cannot be read
 */
export function readDotenvFile(path: string): Record<string, string> {
  return existsSync(path) ? parseDotenv(readText(path)) : {};
}

/** A line that sets a variable: its name, and what follows the equals sign (or the colon), as it is. */
const assignment = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:(?=\s))([^\r\n]*)/gm;

/**
 * Reads lines as dotenv does, save for one thing: to dotenv each `#` outside of quotes starts a comment, here only
 * one after white space does, because passwords have such signs and would be cut without a word.
 */
function parseDotenv(text: string): Record<string, string> {
  const values = dotenv.parse(text);
  const last = new Map(Array.from(text.matchAll(assignment), ([, name = '', given = '']) => [name, given]));
  for (const [name, given] of last) {
    const cut = given.includes('#') && values[name] === given.slice(0, given.indexOf('#')).trim();
    if (cut) values[name] = given.replace(/\s#.*$/, '').trim();
  }
  return values;
}
