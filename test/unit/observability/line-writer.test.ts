import { describe, expect, it, vi } from 'vitest';
import { LineWriter, type LineWriterOptions } from '../../../src/observability/line-writer.js';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** A file that accepts a number of bytes of each write, or fails; the test decides at every write. */
function writing(options: Partial<LineWriterOptions> = {}) {
  let taken = '';
  const answers: (number | string)[] = [];
  const told: string[] = [];
  const lines = new LineWriter({
    write: async (bytes) => {
      await Promise.resolve();
      const answer = answers.shift() ?? bytes.length;
      if (typeof answer === 'string') throw failure(answer);
      taken += Buffer.from(bytes.subarray(0, answer)).toString('latin1');
      return Math.min(answer, bytes.length);
    },
    mostBytes: 1_000,
    collectMs: 0,
    retryMs: 30,
    lost: () => told.push('lost'),
    failing: (cause) => told.push(`failing ${cause}`),
    working: (lost) => told.push(`working ${lost}`),
    ...options,
  });
  return { lines, answers, told, taken: () => taken };
}

describe('lines', () => {
  it('are written in order, even if little is accepted at a time', async () => {
    const { lines, answers, told, taken } = writing();
    answers.push(1, 3, 'EAGAIN', 4, 2, 'EAGAIN', 1);
    const all = Array.from({ length: 50 }, (_, place) => `line ${place}\n`);
    for (const line of all) {
      lines.add(line);
      if (line.includes('3')) await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitFor(() => {
      expect(taken()).toBe(all.join(''));
    });
    expect(told).toEqual([]);
    expect(lines.waiting).toBe(0);
  });

  it('are tried again automatically after a failure, which is reported once', async () => {
    const { lines, answers, told, taken } = writing();
    answers.push(3, 'ENOSPC', 'ENOSPC', 'ENOSPC');
    lines.add('first\n');
    lines.add('second\n');
    expect(lines.waiting).toBe(2);
    await vi.waitFor(() => {
      expect(taken()).toBe('first\nsecond\n');
    });
    expect(told).toEqual(['failing ENOSPC', 'working 0']);
  });

  it('are lost only if they do not fit, and their number is reported when writing works again', async () => {
    const { lines, answers, told, taken } = writing({ mostBytes: 20 });
    answers.push('ENOSPC', 'ENOSPC');
    for (const line of ['12345678\n', '23456789\n', 'does not fit\n', 'nor this\n', '.\n']) lines.add(line);
    expect(told).toEqual(['lost', 'lost']);
    await vi.waitFor(() => {
      expect(taken()).toBe('12345678\n23456789\n.\n');
    });
    expect(told).toEqual(['lost', 'lost', 'failing ENOSPC', 'working 2']);
    lines.add('and so on\n');
    await lines.flush(1_000);
    expect(taken()).toContain('and so on\n');
  });

  it('are counted in bytes, not in characters', () => {
    const { lines, told } = writing({ mostBytes: 10 });
    lines.add('ääääää');
    expect(told).toEqual(['lost']);
  });

  it('can be added by the listener that is called when writing works again', async () => {
    const { lines, answers, taken } = writing({
      mostBytes: 100,
      working: (lost) => {
        lines.add(`${lost} lost\n`);
      },
    });
    answers.push('EPIPE');
    lines.add(`${'x'.repeat(98)}\n`);
    lines.add('lost\n');
    await vi.waitFor(() => {
      expect(taken()).toMatch(/^x+\n1 lost\n$/);
    });
  });

  it('are collected before they are written together', async () => {
    const sizes: number[] = [];
    const { lines } = writing({
      collectMs: 10,
      write: (bytes) => {
        sizes.push(bytes.length);
        return Promise.resolve(bytes.length);
      },
    });
    for (let place = 0; place < 10; place += 1) lines.add('ten bytes\n');
    expect(sizes).toEqual([]);
    await vi.waitFor(() => {
      expect(sizes).toEqual([100]);
    });
  });
});

describe('a flush', () => {
  it('writes collected lines at once', async () => {
    const { lines, taken } = writing({ collectMs: 60_000 });
    lines.add('line\n');
    await lines.flush(1_000);
    expect(taken()).toBe('line\n');
  });

  it('waits for a slow reader, but not for ever', async () => {
    const { lines, answers, taken } = writing();
    answers.push('EAGAIN', 2, 'EAGAIN');
    lines.add('line\n');
    await lines.flush(5_000);
    expect(taken()).toBe('line\n');
    const never = writing({ write: () => Promise.reject(failure('EAGAIN')) });
    never.lines.add('line\n');
    const started = performance.now();
    await never.lines.flush(100);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(never.lines.waiting).toBe(1);
  });

  it('ends at once if writing fails', async () => {
    const { lines } = writing({ write: () => Promise.reject(failure('ENOSPC')) });
    lines.add('line\n');
    const started = performance.now();
    await lines.flush(10_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('does not wait for a write that never ends', async () => {
    const { lines } = writing({ write: () => new Promise(() => undefined) });
    lines.add('line\n');
    const started = performance.now();
    await lines.flush(100);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('another file', () => {
  it('gets the whole line of which the old one has a part', async () => {
    const { lines, answers, taken } = writing({ retryMs: 60_000 });
    answers.push(9, 'ENOSPC');
    lines.add('first\nsecond\nthird\n');
    await vi.waitFor(() => {
      expect(taken()).toBe('first\nsec');
    });
    await lines.whileNothingIsWritten(() => {
      lines.restartLine();
      return Promise.resolve();
    });
    await lines.flush(1_000);
    expect(taken()).toBe('first\nsecsecond\nthird\n');
  });

  it('is opened while nothing is written, and lines wait meanwhile', async () => {
    const { lines, taken } = writing();
    lines.add('before\n');
    let during = '';
    await lines.whileNothingIsWritten(async () => {
      lines.add('meanwhile\n');
      await new Promise((resolve) => setTimeout(resolve, 20));
      during = taken();
    });
    await lines.flush(1_000);
    expect([during, taken()]).toEqual(['before\n', 'before\nmeanwhile\n']);
  });
});
