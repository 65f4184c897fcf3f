import autocannon from 'autocannon';
import { Pool } from 'undici';
import { answerParent } from './channel.js';
import { median, quantile } from './statistics.js';
import { ask, type Ask, headersOf } from './asks.js';
import type { Work } from './work.js';

/** The callers, in their own process. */
export interface LoadRequest {
  readonly url: string;
  readonly work: Work;
  readonly callers: number;
  /** Requests in total, at least one for each caller. */
  readonly amount: number;
  /** Requests in a second, evenly spaced. Without it, each caller sends its next request after the answer. */
  readonly rate?: number;
}

export interface LoadReply {
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests without the right answer. */
  readonly wrong: number;
}

export interface LoadTalk {
  readonly request: LoadRequest;
  readonly reply: LoadReply;
}

/** The credentials of every caller in the bench. */
const authorization = `Basic ${Buffer.from('bench:correct horse').toString('base64')}`;

function withLogin(question: Ask): Record<string, string> {
  return { authorization, ...headersOf(question) };
}

/** How many characters of each answer are compared under load. */
const beginning = 40;

/**
 * Each caller has its own number or phone, because the proxy lets equal lookups share one trip and the others do not.
 */
async function closedLoop({ url, work, callers, amount }: LoadRequest): Promise<LoadReply> {
  const durations: number[] = [];
  let clients = 0;
  let wrong = 0;
  const started = performance.now();
  let ended = started;
  const { errors } = await autocannon({
    url,
    connections: callers,
    amount,
    timeout: 60,
    // How often it checks whether it is done; its own statistics are not used.
    sampleInt: 10,
    setupClient: (client) => {
      const question = ask(work, clients);
      const { method, path, body, answer } = question;
      clients += 1;
      const onResponse = (status: number, text: string): void => {
        // Whole answers are compared before. autocannon breaks multibyte characters at the borders of chunks.
        if (status !== 200 || text.slice(0, beginning) !== answer.slice(0, beginning)) wrong += 1;
      };
      client.setRequests([{ method, path, body, headers: withLogin(question), onResponse }]);
      client.on('response', (_status, _bytes, ms) => {
        durations.push(ms);
        ended = performance.now();
      });
    },
  });
  return { ...figures(durations, ended - started), wrong: wrong + errors };
}

/** Evenly spaced requests. autocannon's own rate sends the requests of a second all at once, and then pauses. */
async function evenly({ url, work, callers, amount, rate = 1 }: LoadRequest): Promise<LoadReply> {
  const pool = new Pool(url, { connections: callers });
  const durations: number[] = [];
  const under: Promise<void>[] = [];
  let wrong = 0;
  const one = async (place: number): Promise<void> => {
    const question = ask(work, place % callers);
    const { method, path, body, answer } = question;
    const sent = performance.now();
    const response = await pool.request({
      method,
      path,
      headers: withLogin(question),
      ...(body !== undefined && { body }),
    });
    if ((await response.body.text()) !== answer) wrong += 1;
    durations.push(performance.now() - sent);
  };
  const started = performance.now();
  await new Promise<void>((resolve) => {
    const clock = setInterval(() => {
      const due = Math.min(amount, Math.ceil(((performance.now() - started) / 1000) * rate));
      while (under.length < due) under.push(one(under.length));
      if (under.length < amount) return;
      clearInterval(clock);
      resolve();
    }, 1);
  });
  await Promise.all(under);
  await pool.close();
  return { ...figures(durations, performance.now() - started), wrong };
}

function figures(durations: readonly number[], ms: number): Omit<LoadReply, 'wrong'> {
  return { seconds: ms / 1000, p50Ms: median(durations), p99Ms: quantile(durations, 0.99) };
}

answerParent<LoadTalk>((request) => (request.rate === undefined ? closedLoop(request) : evenly(request)));
