import type { Context } from 'koa';
import type { FindPhones } from '../../use-cases/find-phones.js';
import { openCallContext, type RequestState, type TimeForRequests } from '../middleware/request-context.js';
import { parseDirectoryNumber } from './request-schemas.js';

/** GET /phone?dirn=N: the phones that carry a directory number. */
export function getPhones(findPhones: FindPhones, time: TimeForRequests) {
  return async function phonesRoute(ctx: Context & { state: RequestState }): Promise<void> {
    const number = parseDirectoryNumber(ctx.query['dirn']);
    const { context, release } = openCallContext(ctx, 'read', time);
    try {
      const phones = await findPhones.find(number, context);
      ctx.set('Content-Type', 'application/json');
      ctx.body = JSON.stringify(phones);
    } finally {
      release();
    }
  };
}
