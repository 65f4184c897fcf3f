import { type ButtonKind, buttonKinds, rulesOf } from '../../../domain/button-kinds.js';
import { boundsOfList, boundsOfOne } from '../../middleware/body-bounds.js';
import { jsonBody } from '../../middleware/json-body.js';
import { writersOnly } from '../../middleware/authenticate.js';
import type { Route, RouteDependencies } from '../route.js';
import { busyLampFieldList } from './busy-lamp-fields.js';
import { runHeader } from '../run-header.js';
import { deleteEntry, getList, postList, putEntry } from './list-handlers.js';
import type { DescribedList } from './list.js';
import { listOperations, listSchemas } from './list-operations.js';
import { speedDialList } from './speed-dials.js';

/** Each list of buttons as a resource. */
export const buttonLists: { readonly [Kind in ButtonKind]: DescribedList<Kind> } = {
  speeddial: speedDialList,
  busylampfield: busyLampFieldList,
};

/** The routes of every list of buttons. */
export const buttons: readonly Route[] = buttonKinds.flatMap((kind) => routesOf<ButtonKind>(buttonLists[kind]));

/** @returns the routes of a list: for the whole list, and for one entry */
function routesOf<Kind extends ButtonKind>(list: DescribedList<Kind>): readonly Route[] {
  const { kind, path, call, properties } = list;
  const rules = rulesOf(kind);
  const operations = listOperations(list);
  const writers = ({ roles }: RouteDependencies) => writersOnly(roles, `change ${rules.plural}`);
  const wholeList = {
    what: `the ${rules.plural} as a JSON array`,
    items: `the ${rules.plural}`,
    instead: `send a JSON array of ${rules.plural}, [] to clear them`,
    malformed: `is not a well-formed JSON array; send an array of ${rules.plural}`,
    most: boundsOfList,
  };
  const oneEntry = {
    what: `the ${rules.singular} as a JSON object`,
    items: `the ${rules.singular}`,
    instead: `send a JSON object with ${properties}`,
    malformed: `is not a well-formed JSON object; send an object with ${properties}`,
    most: boundsOfOne,
  };
  const ofList = { path, schemas: listSchemas(list) };
  const ofEntry = { path: `${path}/:index`, call: undefined };
  return [
    { ...ofList, method: 'get', call: undefined, operation: operations.get, handlers: (to) => [getList(list, to)] },
    {
      ...ofList,
      method: 'post',
      call,
      operation: operations.post,
      handlers: (to) => [writers(to), runHeader(to), jsonBody(wholeList, to.bodies), postList(list, to)],
    },
    {
      ...ofEntry,
      method: 'put',
      operation: operations.put,
      handlers: (to) => [writers(to), runHeader(to), jsonBody(oneEntry, to.bodies), putEntry(list, to)],
    },
    {
      ...ofEntry,
      method: 'delete',
      operation: operations.delete,
      handlers: (to) => [writers(to), runHeader(to), deleteEntry(list, to)],
    },
  ];
}
