import { listedRows } from './elements/listed-rows.js';
import { lineRow } from './elements/line-elements.js';
import type { Operation } from './operation.js';

export const listLine: Operation = {
  since: '8.0',
  writes: false,
  perform: (request, { state }) =>
    listedRows(
      request,
      state.lines.filter((line) => line.usage === 'Device'),
      {
        pattern: (line) => line.pattern,
        description: (line) => line.description,
        usage: (line) => line.usage,
        routePartitionName: (line) => line.routePartition?.name ?? '',
      },
      lineRow,
    ),
};
