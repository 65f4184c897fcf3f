import { knows } from '../schema/releases.js';
import { itemNotFound } from '../soap/axl-fault.js';
import { branch } from '../soap/xml-writer.js';
import { lineNode } from './elements/line-elements.js';
import { childOf, textOf } from './elements/request-elements.js';
import { selectTags } from './elements/returned-tags.js';
import type { Operation } from './operation.js';

export const getLine: Operation = {
  since: '8.0',
  writes: false,
  perform: (request, { state, version }) => {
    const [uuid, pattern] = [textOf(request, 'uuid'), textOf(request, 'pattern') ?? ''];
    const line =
      uuid === undefined
        ? state.lineWithPattern(pattern, textOf(request, 'routePartitionName') ?? '')
        : state.lineWithUuid(uuid);
    if (line?.usage !== 'Device') throw itemNotFound('Line');
    const node = lineNode(line, knows(version, 'RLine/associatedDevices'));
    return branch('return', [selectTags(node, childOf(request, 'returnedTags'))]);
  },
};
