export interface SpeedDial {
  readonly index: string;
  readonly dirn: string;
  readonly label: string;
}

/** The only user of a service under test, unless its environment has others. */
export const caller = { name: 'alice', password: 'correct horse' } as const;

export function authorization({ name, password }: { name: string; password: string } = caller): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** Sends a request as the caller: a lookup, or with speed dials a replacement. */
export async function ask(url: string, dials?: readonly SpeedDial[]): Promise<Reply> {
  const started = performance.now();
  const answer = await fetch(url, {
    headers: { authorization: authorization(), ...(dials && { 'content-type': 'application/json' }) },
    ...(dials && { method: 'POST', body: JSON.stringify(dials) }),
  });
  const body = await answer.text();
  return { status: answer.status, body, ms: performance.now() - started };
}

export function codeOf({ status, body }: Reply): 200 | string {
  return status === 200 ? 200 : (JSON.parse(body) as { code: string }).code;
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export async function getJson(url: string, init: RequestInit = {}): Promise<JsonAnswer> {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}
