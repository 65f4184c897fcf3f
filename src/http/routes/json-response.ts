import type { Context } from 'koa';
import type { DeviceKey } from '../../domain/device.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { CallManager } from '../../use-cases/call-manager.js';
import type { RequestState } from '../middleware/request-context.js';
import { openCallContext, type TimeForRequests } from './open-call-context.js';

/** Asks for something within the time that a caller's request has, and responds with it as JSON. */
export async function respondWithJson(
  ctx: Context & { state: RequestState },
  time: TimeForRequests,
  ask: (context: CallContext) => Promise<unknown>,
): Promise<void> {
  const { context, release } = openCallContext(ctx, 'read', time);
  try {
    setJson(ctx, await ask(context));
  } finally {
    release();
  }
}

/** Responds with a device as a list of one; with an empty one where there is none of that name. */
export function respondWithDevice(
  ctx: Context & { state: RequestState },
  { callManager, time }: { readonly callManager: Pick<CallManager, 'findDevice'>; readonly time: TimeForRequests },
  device: DeviceKey,
): Promise<void> {
  return respondWithJson(ctx, time, async (context) => {
    const found = await callManager.findDevice(device, context);
    return found ? [found] : [];
  });
}

/** Exactly this type, without a charset: JSON has but one. */
export function setJson(ctx: Context, content: unknown): void {
  ctx.set('Content-Type', 'application/json');
  ctx.body = JSON.stringify(content);
}
