import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The messages between the bench and one of its processes: one question at a time, and its answer. */
export interface Protocol {
  readonly request: object;
  readonly reply: object;
}

/** In the child: answers each of the parent's messages, and ends with the parent. */
export function answerParent<Talk extends Protocol>(
  answer: (request: Talk['request']) => Promise<Talk['reply']>,
): void {
  process.on('message', (request: Talk['request']) => {
    void answer(request).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => {
    process.exit();
  });
}

/**
 * In the parent.
 * @throws Error if the child ends instead of answering
 */
export async function askChild<Talk extends Protocol>(
  child: ChildProcess,
  request: Talk['request'],
): Promise<Talk['reply']> {
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(() => {
    throw new Error('a process of the bench has ended');
  });
  ended.catch(() => undefined);
  try {
    const reply = once(child, 'message', over);
    child.send(request);
    const [answer] = (await Promise.race([reply, ended])) as [Talk['reply']];
    return answer;
  } finally {
    over.abort();
  }
}
