/** The cookie that stands for a login; it works across connections and idles out after 30 minutes. */
export const sessionCookieName = 'JSESSIONIDSSO';

/** What the characters of a cookie's value can be (RFC 6265); others could not be sent back. */
const sendable = /^[!#-+\--:<-[\]-~]+$/;

/**
 * Finds what an answer says of the session. Where it says several things, the last one counts.
 * @param setCookies the values of all its Set-Cookie headers
 * @param now milliseconds since 1970
 * @returns the cookie of the session; `'none'` when the session is ended; undefined when nothing is said
 */
export function sessionIn(
  setCookies: readonly string[],
  now: number,
): { readonly cookie: string } | 'none' | undefined {
  let said: { readonly cookie: string } | 'none' | undefined;
  for (const setCookie of setCookies) {
    const [pair = '', ...attributes] = setCookie.split(';');
    const [name, value] = halves(pair);
    if (name !== sessionCookieName) continue;
    const cookie = value.replace(/^"(.*)"$/, '$1');
    // A server ends a session with a word for a value, with none, or with a date that is past.
    const ended = cookie === 'REMOVE' || !sendable.test(cookie) || isPast(attributes, now);
    said = ended ? 'none' : { cookie };
  }
  return said;
}

/** Max-Age counts before Expires. */
function isPast(attributes: readonly string[], now: number): boolean {
  const values = new Map(
    attributes.map((attribute) => halves(attribute)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const maxAge = values.get('max-age') ?? '';
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  return Date.parse(values.get('expires') ?? '') <= now;
}

function halves(text: string): [before: string, after: string] {
  const at = text.indexOf('=');
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
