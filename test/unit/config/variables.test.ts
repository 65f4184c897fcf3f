import { describe, expect, it } from 'vitest';
import { releases } from '../../../src/axl/soap/releases.js';
import { type Variable, variableNames, variables } from '../../../src/config/variables.js';
import { problemsWith, read } from '../../support/config.js';

describe('a variable', () => {
  it.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '0x50' }, 'PORT must be a whole number from 0 to 65535'],
    [{ AXL_TIMEOUT_MS: '99' }, 'AXL_TIMEOUT_MS must be a whole number from 100 to 600000'],
    [{ AXL_MAX_QUEUE: ' 5' }, 'AXL_MAX_QUEUE must be a whole number from 0 to 100000'],
    [{ SHUTDOWN_GRACE_MS: '9'.repeat(400) }, 'SHUTDOWN_GRACE_MS must be a whole number from 0 to 3600000'],
    [{ AXL_LOOKUP: 'SQL' }, 'AXL_LOOKUP must be one of lines, sql'],
    [{ AXL_AFTER_UPDATE: 'x' }, 'AXL_AFTER_UPDATE must be one of none, apply, restart, reset'],
    [{ CONSOLE: 'no' }, 'CONSOLE must be one of on, off'],
    [{ CONSOLE_IDLE_MINUTES: '0' }, 'CONSOLE_IDLE_MINUTES must be a whole number from 1 to 1440'],
    [{ CONSOLE_IDLE_MINUTES: '1441' }, 'CONSOLE_IDLE_MINUTES must be a whole number from 1 to 1440'],
    [{ LOG_LEVEL: 'x' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    [{ AXL_CA_FILE: '/nowhere/ca' }, 'AXL_CA_FILE names a file that cannot be read (/nowhere/ca: ENOENT)'],
    [{ AXL_CA_FILE: '/' }, 'AXL_CA_FILE names a file that cannot be read (/: EISDIR)'],
    [{ AXL_WSDL: '/nowhere/w' }, 'AXL_WSDL names a file that cannot be read (/nowhere/w: ENOENT)'],
    [{ AXL_URL: ',' }, 'AXL_URL must be URLs such as https://cucm.example.com:8443/axl/'],
    [{ AXL_URL: 'cucm.example.com' }, 'AXL_URL must be URLs such as https://cucm.example.com:8443/axl/'],
    [{ AXL_USERNAME: 'a:b' }, 'AXL_USERNAME must not contain a colon, which HTTP Basic cannot carry'],
    [{ AUTH_USERNAME: 'a:b' }, 'AUTH_USERNAME must not contain a colon, which HTTP Basic cannot carry'],
  ])('is refused by itself: %j', (changes, problem) => {
    expect(problemsWith(changes)).toEqual([problem]);
  });

  it.each(variableNames)('%s has a valid default, if any', (name) => {
    const entry: Variable = variables[name];
    const given = String(entry.default);
    if (entry.default !== undefined) expect(entry.read.parse(given)).toEqual(entry.default);
    expect(entry.default === undefined || entry.required === undefined).toBe(true);
  });
});

describe('AXL_URL', () => {
  it.each([
    ['https://cucm.example.com:8443/axl/', 'https://cucm.example.com:8443/axl/'],
    ['https://cucm.example.com:8443/axl', 'https://cucm.example.com:8443/axl/'],
    ['https://cucm.example.com:8443', 'https://cucm.example.com:8443/axl/'],
    ['https://cucm.example.com/other/', 'https://cucm.example.com/other/'],
    ['https://[2001:db8::1]:8443/', 'https://[2001:db8::1]:8443/axl/'],
    ['http://127.0.0.1:8443/axl/', 'http://127.0.0.1:8443/axl/'],
    ['http://127.8.9.1:1', 'http://127.8.9.1:1/axl/'],
    ['http://localhost:8443', 'http://localhost:8443/axl/'],
    ['http://[::1]:8443', 'http://[::1]:8443/axl/'],
  ])('%s is read as %s', (given, url) => {
    expect(read({ AXL_URL: given }).axl.urls.map(String)).toEqual([url]);
  });

  it('reads a list in order, separated by commas or spaces', () => {
    const hosts = read({ AXL_URL: ' https://b.example.com,https://a.example.com  https://c.example.com ' }).axl.urls;
    expect(hosts.map(({ host }) => host)).toEqual(['b.example.com', 'a.example.com', 'c.example.com']);
  });

  it.each([
    'http://cucm.example.com:8443/axl/',
    'http://10.0.0.1/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'http://0.0.0.0/',
    'http://[::2]/',
    'ftp://localhost/',
    'https://good.example.com http://other.example.com',
  ])('%s must be https', (url) => {
    expect(problemsWith({ AXL_URL: url })).toEqual(['AXL_URL must be https; plain http works only on loopback']);
  });

  it('must not have credentials, and they are not shown', () => {
    const problems = problemsWith({ AXL_URL: 'https://axl:hunter2@cucm.example.com/' });
    expect(problems).toEqual(['AXL_URL must not have credentials; they go into AXL_USERNAME and AXL_PASSWORD']);
  });
});

describe('AXL_VERSION', () => {
  it.each(releases)('accepts %s', (release) => {
    expect(read({ AXL_VERSION: release }).axl.release).toBe(release);
  });

  it.each(['13.0', '12', '15.0.1', 'latest', '15.00'])('refuses %s, and says what would be right', (release) => {
    expect(problemsWith({ AXL_VERSION: release })).toEqual([`AXL_VERSION must be one of auto, ${releases.join(', ')}`]);
  });
});

describe('CORS_ORIGINS', () => {
  it('is off unless it is set', () => {
    expect(read({}).allowedOrigins.size).toBe(0);
    expect(read({ CORS_ORIGINS: '' }).allowedOrigins.size).toBe(0);
  });

  it.each([
    ['https://phones.example.com', ['https://phones.example.com']],
    [' https://a.example,http://localhost:5173 ,', ['https://a.example', 'http://localhost:5173']],
    ['HTTPS://Phones.Example.COM', ['https://phones.example.com']],
    ['https://a.example:443/,http://a.example:80', ['https://a.example', 'http://a.example']],
    ['http://[::1]:3000', ['http://[::1]:3000']],
    ['https://zoë.example', ['https://xn--zo-ija.example']],
    ['https://a.example https://a.example', ['https://a.example']],
  ])('reads %s as browsers write it', (value, origins) => {
    expect([...read({ CORS_ORIGINS: value }).allowedOrigins]).toEqual(origins);
  });

  it.each([
    ['*', 'must name each origin, such as https://phones.example.com; * is not allowed'],
    ['https://*.example.com', 'must name each origin, such as https://phones.example.com; * is not allowed'],
    ['https://%2a.example.com', 'must name each origin, such as https://phones.example.com; * is not allowed'],
    ['null', 'must not have null, which browsers send for any page without an origin'],
    ['phones.example.com', 'must be origins such as https://phones.example.com, but has phones.example.com'],
    ['localhost:5173', 'must be origins such as https://phones.example.com, but has localhost:5173'],
    ['//a.example', 'must be origins such as https://phones.example.com, but has //a.example'],
    ['https:a.example', 'must be origins such as https://phones.example.com, but has https:a.example'],
    ['file:///a', 'must be origins such as https://phones.example.com, but has file:///a'],
    ['https://a.example:99999', 'must be origins such as https://phones.example.com, but has https://a.example:99999'],
    ['https://a.example/app', 'must be origins, without a path: https://a.example, not https://a.example/app'],
    ['https://a.example/?', 'must be origins, without a path: https://a.example, not https://a.example/?'],
    ['https://a.example#x', 'must be origins, without a path: https://a.example, not https://a.example#x'],
    ['https://me:secret@a.example', 'must not have credentials: an origin is scheme, host and port'],
  ])('refuses %s, and says what would be right', (value, problem) => {
    expect(problemsWith({ CORS_ORIGINS: value })).toEqual([`CORS_ORIGINS ${problem}`]);
  });
});

describe('the variables for operators', () => {
  it('send no HSTS to browsers by default, and only if the service uses TLS', () => {
    expect(read({}).hstsMaxAgeS).toBe(0);
    expect(problemsWith({ HSTS_MAX_AGE_S: '0' })).toEqual([]);
    expect(problemsWith({ HSTS_MAX_AGE_S: '600' })).toEqual([
      expect.stringMatching(/^HSTS_MAX_AGE_S must not be set without TLS_CERT_FILE/),
    ]);
  });

  it('put health and metrics on loopback, port 9464, by default', () => {
    expect(read({}).admin).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(read({ ADMIN_HOST: '0.0.0.0', ADMIN_PORT: '0' }).admin).toEqual({ host: '0.0.0.0', port: 0 });
  });

  it('switch them off with an empty ADMIN_PORT', () => {
    expect(read({ ADMIN_PORT: '' }).admin).toBeUndefined();
  });

  it.each([
    [{ ADMIN_PORT: 'nine' }, 'ADMIN_PORT must be a whole number from 0 to 65535'],
    [{ ADMIN_PORT: '65536' }, 'ADMIN_PORT must be a whole number from 0 to 65535'],
    [
      { ADMIN_PORT: '8080' },
      'ADMIN_PORT must not be the same as PORT: health and metrics have a listener of their own',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.1, 10.0.0.0/33' },
      'TRUSTED_PROXIES must be addresses and networks such as 10.0.0.0/8, but has 10.0.0.0/33',
    ],
    [
      { TRUSTED_PROXIES: 'proxy.example.com' },
      'TRUSTED_PROXIES must be addresses and networks such as 10.0.0.0/8, but has proxy.example.com',
    ],
  ])('refuse %j in one line', (more, problem) => {
    expect(problemsWith(more)).toEqual([problem]);
  });

  it('trust no proxy, or the listed ones', () => {
    expect(read({}).trustedProxies).toBeUndefined();
    const trusted = read({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1 2001:db8::/32' }).trustedProxies;
    const checked = ['10.200.0.1', '192.0.2.1', '192.0.2.2', '11.0.0.1'].map((address) => trusted?.check(address));
    expect(checked).toEqual([true, true, false, false]);
    expect(trusted?.check('2001:db8::7', 'ipv6')).toBe(true);
  });
});
