import type { Button } from '../../../domain/buttons.js';
import { jsonBody } from '../../middleware/json-body.js';
import { refuseReadOnlyUsers } from '../../middleware/refuse-read-only-users.js';
import type { Route, RouteDependencies } from '../route.js';
import { deleteEntry, getList, postList, putEntry } from './list-handlers.js';
import type { ButtonList } from './list.js';
import { listOperations, listSchemas } from './list-operations.js';

/** @returns the routes of a list of buttons: of the whole list, and of one entry */
export function listRoutes<Entry extends Button>(list: ButtonList<Entry>): readonly Route[] {
  const { path, call, rules, singular, properties } = list;
  const operations = listOperations(list);
  const refuseReaders = ({ readOnlyUsers }: RouteDependencies) => refuseReadOnlyUsers(readOnlyUsers, rules.plural);
  const wholeList = {
    what: `the ${rules.plural} as a JSON array`,
    items: `the ${rules.plural}`,
    instead: `send a JSON array of ${rules.plural}, [] to clear them`,
    malformed: `is not a well-formed JSON array; send an array of ${rules.plural}`,
  };
  const oneEntry = {
    what: `the ${singular} as a JSON object`,
    items: `the ${singular}`,
    instead: `send a JSON object with ${properties}`,
    malformed: `is not a well-formed JSON object; send an object with ${properties}`,
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
      handlers: (to) => [refuseReaders(to), jsonBody(wholeList, to.bodies), postList(list, to)],
    },
    {
      ...ofEntry,
      method: 'put',
      operation: operations.put,
      handlers: (to) => [refuseReaders(to), jsonBody(oneEntry, to.bodies), putEntry(list, to)],
    },
    {
      ...ofEntry,
      method: 'delete',
      operation: operations.delete,
      handlers: (to) => [refuseReaders(to), deleteEntry(list, to)],
    },
  ];
}
