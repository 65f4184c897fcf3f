import { branch } from '../soap/xml-writer.js';
import { textOf } from './elements/request-elements.js';
import type { Operation } from './operation.js';

export const executeSQLQuery: Operation = {
  since: '8.0',
  writes: false,
  perform: async (request, { query }) => branch('return', await query(textOf(request, 'sql') ?? '')),
};
