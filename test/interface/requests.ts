type Headers = Readonly<Record<string, string | undefined>>;

const usual: Headers = {
  Host: '{host}',
  Authorization: '{authorization}',
  'X-Request-Id': 'interface-1',
  Connection: 'close',
};

/** A request as a fixture shows it. @param headers in the place of the usual ones; undefined leaves one out */
export function request(method: string, target: string, headers: Headers = {}, body = ''): string {
  const lines = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\n`],
  );
  return `${method} ${target} HTTP/1.1\n${lines.join('')}\n${body}`;
}

/** A JSON body with its length. @param length where the body stands for more than it shows */
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
