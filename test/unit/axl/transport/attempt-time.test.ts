import { getEventListeners, once } from 'node:events';
import type http from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { never, nodeThat, sendOnce, text, transportTo, until } from '../../../support/transport.js';

describe('the time limit of an attempt', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends a sent request, and its connection', async () => {
    const ended: Promise<unknown>[] = [];
    const { url } = await nodeThat((request) => ended.push(once(request.socket, 'close')));
    const { send, signal, finish } = transportTo(url).attempt('<x/>', 'do', never);
    const outcome = send({}).catch((thrown: unknown) => thrown);
    await until(() => ended.length === 1);
    vi.advanceTimersByTime(9_999);
    expect(signal().aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await outcome).toMatchObject({
      code: 'call-manager-timeout',
      facts: { effect: 'unknown', cause: 'time-out' },
    });
    expect(signal().aborted).toBe(true);
    await Promise.all(ended);
    finish();
  });

  it('ends a request that waits for a connection, and nothing is sent', async () => {
    const responses: http.ServerResponse[] = [];
    const { url, asked } = await nodeThat((_request, response) => responses.push(response));
    const transport = transportTo(url, { connections: 1 });
    const first = transport.attempt('<x/>', 'first', never);
    const sent = first.send({});
    await until(() => responses.length === 1);
    first.finish();
    const second = transport.attempt('<x/>', 'second', never);
    const waits = second.send({}).catch((thrown: unknown) => thrown);
    vi.advanceTimersByTime(10_000);
    expect(await waits).toMatchObject({
      code: 'call-manager-timeout',
      facts: { effect: 'none', cause: 'time-out' },
    });
    await expect(second.send({})).rejects.toMatchObject({ facts: { effect: 'none', cause: 'time-out' } });
    responses[0]?.end();
    expect((await sent).status).toBe(200);
    expect(asked).toEqual(['POST /axl/?x=1 first']);
  });

  it('ends nothing after the attempt has finished', async () => {
    const { url } = await nodeThat((_request, response) => response.end());
    const whole = new AbortController();
    const { send, signal, finish } = transportTo(url).attempt('<x/>', 'do', whole.signal);
    const over = signal();
    await send({});
    finish();
    whole.abort();
    vi.advanceTimersByTime(10_000);
    expect(over.aborted).toBe(false);
  });

  it('may be over before anything is sent', async () => {
    const { url, asked } = await nodeThat((_request, response) => response.end());
    const whole = new AbortController();
    const late = transportTo(url).attempt('<x/>', 'late', never);
    const left = transportTo(url).attempt('<x/>', 'left', whole.signal);
    vi.advanceTimersByTime(10_000);
    whole.abort();
    await expect(late.send({})).rejects.toMatchObject({ facts: { effect: 'none', cause: 'time-out' } });
    await expect(left.send({})).rejects.toMatchObject({ facts: { effect: 'none', cause: 'time-out' } });
    expect(asked).toEqual([]);
  });
});

describe('a caller who disconnects', () => {
  const unsent = { code: 'call-manager-timeout', facts: { effect: 'none', cause: 'not sent' } };

  it('before anything is sent: nothing is sent', async () => {
    const { url, asked } = await nodeThat((_request, response) => response.end());
    const transport = transportTo(url);
    await expect(sendOnce(transport, AbortSignal.abort())).rejects.toMatchObject(unsent);
    await sendOnce(transport);
    expect(asked).toHaveLength(1);
  });

  it('while a request is running: it does not end', async () => {
    const whole = new AbortController();
    const { url } = await nodeThat((_request, response) => {
      whole.abort();
      response.end('done');
    });
    expect(text(await sendOnce(transportTo(url), whole.signal))).toBe('done');
    expect(getEventListeners(whole.signal, 'abort')).toEqual([]);
  });

  it('while a request waits for a connection: nothing is sent', async () => {
    const responses: http.ServerResponse[] = [];
    const { url, asked } = await nodeThat((_request, response) => responses.push(response));
    const transport = transportTo(url, { connections: 1 });
    const first = sendOnce(transport);
    const whole = new AbortController();
    const second = sendOnce(transport, whole.signal);
    await until(() => responses.length === 1);
    expect(getEventListeners(whole.signal, 'abort')).toHaveLength(1);
    whole.abort();
    await expect(second).rejects.toMatchObject(unsent);
    responses[0]?.end();
    expect((await first).status).toBe(200);
    const third = sendOnce(transport);
    await until(() => responses.length === 2);
    responses[1]?.end();
    await third;
    expect(asked).toHaveLength(2);
  });
});
