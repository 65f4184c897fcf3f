type Headers = Readonly<Record<string, string | undefined>>;

const usual: Headers = {
  Host: '{host}',
  Authorization: '{authorization}',
  'X-Request-Id': 'interface-1',
  Connection: 'close',
};

/** A request in the form of a fixture. @param headers instead of the usual ones; undefined removes one */
export function request(method: string, target: string, headers: Headers = {}, body = ''): string {
  const lines = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\n`],
  );
  return `${method} ${target} HTTP/1.1\n${lines.join('')}\n${body}`;
}

/** A JSON body with its length. @param length if the body is a placeholder for a longer one */
export function jsonRequest(
  method: string,
  target: string,
  body: string,
  headers: Headers = {},
  length = Buffer.byteLength(body),
): string {
  const json = { 'Content-Type': 'application/json', 'Content-Length': String(length) };
  return request(method, target, { ...json, ...headers }, body);
}
