import { branch, leaf } from '../soap/xml-writer.js';
import type { Operation } from './operation.js';

export const getCCMVersion: Operation = {
  since: '8.0',
  writes: false,
  perform: (_request, { release }) =>
    branch('return', [branch('componentVersion', [leaf('version', `${release}.1.10000-1`)])]),
};
