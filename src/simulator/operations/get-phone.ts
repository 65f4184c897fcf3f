import { branch } from '../soap/xml-writer.js';
import { findPhone } from './elements/find-phone.js';
import { phoneNode } from './elements/phone-elements.js';
import { childOf } from './elements/request-elements.js';
import { selectTags } from './elements/returned-tags.js';
import type { Operation } from './operation.js';

export const getPhone: Operation = {
  since: '8.0',
  writes: false,
  perform: (request, { state }) =>
    branch('return', [selectTags(phoneNode(findPhone(request, state)), childOf(request, 'returnedTags'))]),
};
