import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ConfigFaults, readConfig, readSecret } from '../../../src/config/config.js';
import { makeCertificate } from '../../../src/simulator/node/certificate.js';
import { temporaryFile, temporaryFolder } from '../../support/files.js';

const noDotenv = '';

/** As little as the service starts with. */
const least = {
  AXL_URL: 'https://cucm.example.com:8443/axl/',
  AXL_USERNAME: 'axl',
  AXL_PASSWORD: 'axl-Secret-1',
  AUTH_USERNAME: 'caller',
  AUTH_PASSWORD: 'caller-Secret-2',
};

const bcryptEntry = 'me:$2y$05$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234';

function read(changes: NodeJS.ProcessEnv = {}) {
  return readConfig({ ...least, ...changes }, noDotenv);
}

function faultsOf(environment: NodeJS.ProcessEnv, dotenvFile = noDotenv): readonly string[] {
  try {
    readConfig(environment, dotenvFile);
  } catch (thrown) {
    if (thrown instanceof ConfigFaults) return thrown.faults;
    throw thrown;
  }
  return [];
}

/** The least, but for some of it. */
function without(...names: (keyof typeof least)[]) {
  return Object.fromEntries(Object.entries(least).filter(([name]) => !names.includes(name as keyof typeof least)));
}

function faultsWith(changes: NodeJS.ProcessEnv): readonly string[] {
  return faultsOf({ ...least, ...changes });
}

let certificate: string;
let privateKey: string;

beforeAll(async () => {
  ({ certificate, privateKey } = await makeCertificate(['localhost']));
});

describe('the configuration', () => {
  it('has its defaults, where the least is given', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      tls: undefined,
      requestDeadlineMs: 30_000,
      shutdownGraceMs: 35_000,
      auditLogFile: undefined,
      logLevel: 'info',
      auth: {
        user: { name: 'caller', password: 'caller-Secret-2' },
        htpasswdFile: undefined,
        readOnlyUsers: new Set(),
      },
      axl: {
        username: 'axl',
        password: 'axl-Secret-1',
        passwordFile: undefined,
        release: undefined,
        wsdlFile: undefined,
        lookup: undefined,
        afterUpdate: 'none',
        caFile: undefined,
        insecure: false,
        timeoutMs: 10_000,
        maxConcurrency: 4,
        maxQueue: 1_000,
        loginPauseMs: 1_800_000,
        refusesSimulator: false,
      },
    });
    expect(Object.isFrozen(read())).toBe(true);
  });

  it('takes every variable', () => {
    const certFile = temporaryFile(certificate);
    const keyFile = temporaryFile(privateKey);
    const wsdlFile = temporaryFile('<wsdl/>');
    const htpasswdFile = temporaryFile(bcryptEntry);
    const passwordFile = temporaryFile('from-a-file\nand no more\n');
    const config = readConfig(
      {
        HOST: '::1',
        PORT: '0',
        TLS_CERT_FILE: certFile,
        TLS_KEY_FILE: keyFile,
        AXL_URL: 'https://a.example.com:8443/axl/, https://b.example.com',
        AXL_USERNAME: 'axl',
        AXL_PASSWORD_FILE: passwordFile,
        AXL_VERSION: '12.5',
        AXL_WSDL: wsdlFile,
        AXL_LOOKUP: 'sql',
        AXL_AFTER_UPDATE: 'restart',
        AXL_CA_FILE: certFile,
        AXL_TLS_INSECURE_SKIP_VERIFY: 'true',
        AXL_TIMEOUT_MS: '5000',
        AXL_MAX_CONCURRENCY: '2',
        AXL_MAX_QUEUE: '0',
        AXL_LOGIN_PAUSE_MS: '1',
        REQUEST_DEADLINE_MS: '20000',
        SHUTDOWN_GRACE_MS: '20000',
        AUTH_HTPASSWD_FILE: htpasswdFile,
        READ_ONLY_USERS: ' ann smith, bob,,cy ',
        AUDIT_LOG_FILE: '/nowhere/yet',
        NODE_ENV: 'production',
        LOG_LEVEL: 'trace',
      },
      noDotenv,
    );
    expect(config).toMatchObject({
      host: '::1',
      port: 0,
      tls: { certFile, keyFile },
      requestDeadlineMs: 20_000,
      shutdownGraceMs: 20_000,
      auditLogFile: '/nowhere/yet',
      logLevel: 'trace',
      auth: { user: undefined, htpasswdFile, readOnlyUsers: new Set(['ann smith', 'bob', 'cy']) },
      axl: {
        password: 'from-a-file',
        passwordFile,
        release: '12.5',
        wsdlFile,
        lookup: 'sql',
        afterUpdate: 'restart',
        caFile: certFile,
        insecure: true,
        timeoutMs: 5_000,
        maxConcurrency: 2,
        maxQueue: 0,
        loginPauseMs: 1,
        refusesSimulator: true,
      },
    });
    expect(config.axl.urls.map(String)).toEqual(['https://a.example.com:8443/axl/', 'https://b.example.com/axl/']);
  });

  it('takes a variable that is set to nothing for one that is not set', () => {
    expect(read({ PORT: '', AXL_PASSWORD_FILE: '', LOG_LEVEL: '' })).toMatchObject({ port: 8080, logLevel: 'info' });
    expect(faultsWith({ AXL_USERNAME: '' })).toEqual([expect.stringMatching(/^AXL_USERNAME is missing/)]);
  });

  it('tells every fault at once, each by its name', () => {
    const faults = faultsOf({
      PORT: '70000',
      AXL_URL: 'nonsense',
      AXL_VERSION: '13.0',
      AXL_LOOKUP: 'rows',
      AXL_TIMEOUT_MS: '1e3',
      AXL_MAX_CONCURRENCY: '0',
      AXL_CA_FILE: '/nowhere/at/all',
      AXL_TLS_INSECURE_SKIP_VERIFY: 'yes',
      AXL_AFTER_UPDATE: 'reboot',
      REQUEST_DEADLINE_MS: '-1',
      LOG_LEVEL: 'loud',
    });
    const named = faults.map((fault) => /^[A-Z_]+/.exec(fault)?.[0]);
    expect(named).toEqual([
      'PORT',
      'AXL_URL',
      'AXL_USERNAME',
      'AXL_VERSION',
      'AXL_LOOKUP',
      'AXL_AFTER_UPDATE',
      'AXL_CA_FILE',
      'AXL_TLS_INSECURE_SKIP_VERIFY',
      'AXL_TIMEOUT_MS',
      'AXL_MAX_CONCURRENCY',
      'REQUEST_DEADLINE_MS',
      'LOG_LEVEL',
      'AXL_PASSWORD',
      'AUTH_USERNAME',
    ]);
  });

  it.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '0x50' }, 'PORT must be a whole number from 0 to 65535'],
    [{ AXL_TIMEOUT_MS: '99' }, 'AXL_TIMEOUT_MS must be a whole number from 100 to 600000'],
    [{ AXL_MAX_QUEUE: ' 5' }, 'AXL_MAX_QUEUE must be a whole number from 0 to 100000'],
    [{ SHUTDOWN_GRACE_MS: '9'.repeat(400) }, 'SHUTDOWN_GRACE_MS must be a whole number from 0 to 3600000'],
    [{ AXL_LOOKUP: 'SQL' }, 'AXL_LOOKUP must be one of lines, sql'],
    [{ AXL_AFTER_UPDATE: 'x' }, 'AXL_AFTER_UPDATE must be one of none, apply, restart, reset'],
    [{ LOG_LEVEL: 'x' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    [{ AXL_CA_FILE: '/nowhere/ca' }, 'AXL_CA_FILE names a file that cannot be read (/nowhere/ca: ENOENT)'],
    [{ AXL_CA_FILE: '/' }, 'AXL_CA_FILE names a file that cannot be read (/: EISDIR)'],
    [{ AXL_WSDL: '/nowhere/w' }, 'AXL_WSDL names a file that cannot be read (/nowhere/w: ENOENT)'],
    [{ AXL_URL: ',' }, 'AXL_URL must be URLs such as https://cucm.example.com:8443/axl/'],
    [{ AXL_URL: 'cucm.example.com' }, 'AXL_URL must be URLs such as https://cucm.example.com:8443/axl/'],
    [{ AXL_USERNAME: 'a:b' }, 'AXL_USERNAME must not contain a colon, which HTTP Basic cannot carry'],
    [{ AUTH_USERNAME: 'a:b' }, 'AUTH_USERNAME must not contain a colon, which HTTP Basic cannot carry'],
  ])('refuses %j alone', (changes, fault) => {
    expect(faultsWith(changes)).toEqual([fault]);
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
  ])('%s is taken as %s', (given, url) => {
    expect(read({ AXL_URL: given }).axl.urls.map(String)).toEqual([url]);
  });

  it('takes a list in its order, separated by commas or spaces', () => {
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
    expect(faultsWith({ AXL_URL: url })).toEqual(['AXL_URL must be https; plain http is taken on loopback only']);
  });

  it('must not hold credentials, and they are not shown', () => {
    const faults = faultsWith({ AXL_URL: 'https://axl:hunter2@cucm.example.com/' });
    expect(faults).toEqual(['AXL_URL must not hold credentials; they go into AXL_USERNAME and AXL_PASSWORD']);
  });
});

describe('what belongs together', () => {
  it('one AXL password', () => {
    const fault = 'AXL_PASSWORD or AXL_PASSWORD_FILE must be set, one of them';
    expect(faultsOf(without('AXL_PASSWORD'))).toEqual([fault]);
    expect(faultsWith({ AXL_PASSWORD_FILE: temporaryFile('x') })).toEqual([fault]);
    const empty = { ...without('AXL_PASSWORD'), AXL_PASSWORD_FILE: temporaryFile('\nsecond line') };
    expect(faultsOf(empty)).toEqual(['AXL_PASSWORD_FILE names an empty file']);
  });

  it('callers who authenticate, in one way', () => {
    const fault = 'AUTH_USERNAME with AUTH_PASSWORD, or AUTH_HTPASSWD_FILE, must be set: callers always authenticate';
    expect(faultsOf(without('AUTH_USERNAME', 'AUTH_PASSWORD'))).toEqual([fault]);
    expect(faultsWith({ AUTH_HTPASSWD_FILE: temporaryFile(bcryptEntry) })).toEqual([fault]);
    const together = 'AUTH_USERNAME and AUTH_PASSWORD must be set together';
    expect(faultsOf(without('AUTH_PASSWORD'))).toEqual([together]);
    expect(faultsOf(without('AUTH_USERNAME'))).toEqual([together]);
  });

  it('an htpasswd file, whatever stands in it: that is told while it is watched', () => {
    const lines = ['# users', bcryptEntry, 'old:$apr1$x$yyyyyyyyyyyyyyyyyyyyyy', '', 'plain:secret-in-clear'];
    const file = temporaryFile(lines.join('\n'));
    const environment = without('AUTH_USERNAME', 'AUTH_PASSWORD');
    expect(faultsOf({ ...environment, AUTH_HTPASSWD_FILE: file })).toEqual([]);
    expect(faultsOf({ ...environment, AUTH_HTPASSWD_FILE: '/nowhere/htpasswd' })).toEqual([
      'AUTH_HTPASSWD_FILE names a file that cannot be read (/nowhere/htpasswd: ENOENT)',
    ]);
  });

  it('a certificate and its own key', () => {
    const certFile = temporaryFile(certificate);
    const keyFile = temporaryFile(privateKey);
    const otherKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const otherKeyFile = temporaryFile(otherKey);
    expect(faultsWith({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile })).toEqual([]);
    const together = 'TLS_CERT_FILE and TLS_KEY_FILE must be set together';
    expect(faultsWith({ TLS_CERT_FILE: certFile })).toEqual([together]);
    expect(faultsWith({ TLS_KEY_FILE: keyFile })).toEqual([together]);
    expect(faultsWith({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: otherKeyFile })).toEqual([
      'TLS_KEY_FILE is not the private key of the certificate in TLS_CERT_FILE',
    ]);
    expect(faultsWith({ TLS_CERT_FILE: keyFile, TLS_KEY_FILE: certFile })).toEqual([
      `TLS_CERT_FILE names a file that holds no certificate in PEM form (${keyFile})`,
      `TLS_KEY_FILE names a file that holds no private key without a passphrase in PEM form (${certFile})`,
    ]);
  });

  it('a grace period in which what was accepted can end', () => {
    const fault =
      'SHUTDOWN_GRACE_MS must not be shorter than REQUEST_DEADLINE_MS: what was accepted may take that long';
    expect(faultsWith({ SHUTDOWN_GRACE_MS: '29999' })).toEqual([fault]);
    expect(faultsWith({ REQUEST_DEADLINE_MS: '35001' })).toEqual([fault]);
    expect(faultsWith({ SHUTDOWN_GRACE_MS: '40000', REQUEST_DEADLINE_MS: '40000' })).toEqual([]);
  });

  it('an attempt that fits into the request', () => {
    const fault = 'AXL_TIMEOUT_MS must not be longer than REQUEST_DEADLINE_MS: it is one attempt within it';
    expect(faultsWith({ AXL_TIMEOUT_MS: '5000', REQUEST_DEADLINE_MS: '4999' })).toEqual([fault]);
    expect(faultsWith({ REQUEST_DEADLINE_MS: '9999' })).toEqual([fault]);
    expect(faultsWith({ AXL_TIMEOUT_MS: '5000', REQUEST_DEADLINE_MS: '5000' })).toEqual([]);
  });

  it('a lookup that the release can do', () => {
    const faults = faultsWith({ AXL_VERSION: '8.5', AXL_LOOKUP: 'lines' });
    expect(faults).toEqual([expect.stringMatching(/^AXL_LOOKUP must be sql \(or not set\) for AXL_VERSION before 10/)]);
    expect(faultsWith({ AXL_VERSION: '8.5' })).toEqual([]);
    expect(faultsWith({ AXL_VERSION: '10.0', AXL_LOOKUP: 'lines' })).toEqual([]);
  });
});

describe('AXL_AFTER_UPDATE', () => {
  const fault = 'AXL_AFTER_UPDATE must be none (or not set) for AXL_VERSION before 10.0, which cannot load a change';

  it.each(['8.5', '9.0', '9.1'])('is refused for release %s, which cannot do it', (release) => {
    for (const how of ['apply', 'restart', 'reset']) {
      expect(faultsWith({ AXL_VERSION: release, AXL_AFTER_UPDATE: how })).toEqual([fault]);
    }
    expect(faultsWith({ AXL_VERSION: release, AXL_AFTER_UPDATE: 'none' })).toEqual([]);
  });

  it.each(['auto', '10.0', '10.5', '15.0'])('is taken for release %s', (release) => {
    expect(read({ AXL_VERSION: release, AXL_AFTER_UPDATE: 'apply' }).axl.afterUpdate).toBe('apply');
  });
});

describe('a name that is not quite one of ours', () => {
  it('keeps from starting, from the environment and from .env, and is told with the other faults', () => {
    const fault = 'READ_ONLY_USER is no variable of this service: READ_ONLY_USERS is meant';
    expect(faultsWith({ READ_ONLY_USER: 'ann' })).toEqual([fault]);
    const file = temporaryFile('READ_ONLY_USER=ann\n', '.env');
    expect(faultsOf(least, file)).toEqual([fault]);
    expect(faultsOf({ ...without('AXL_USERNAME'), AXL_USERNAM: 'axl' })).toEqual([
      expect.stringMatching(/^AXL_USERNAME is missing/),
      'AXL_USERNAM is no variable of this service: AXL_USERNAME is meant',
    ]);
  });

  it('but only looks like one is told', () => {
    expect(read({ AXL_COLOUR: 'red', PATH: '/bin' }).warnings).toEqual([
      'AXL_COLOUR is no variable of this service, and sets nothing',
    ]);
    expect(read().warnings).toEqual([]);
  });

  it('by which Kubernetes tells of a service is explained where it is one of ours', () => {
    expect(faultsWith({ ADMIN_PORT: 'tcp://10.0.0.1:80', ADMIN_SERVICE_HOST: '10.0.0.1' })).toEqual([
      'ADMIN_PORT must be a whole number from 0 to 65535 (Kubernetes sets it for a service named admin: ' +
        'set it in the container, or enableServiceLinks: false)',
    ]);
  });
});

describe('AXL_VERSION', () => {
  it.each(['10.0', '10.5', '11.0', '11.5', '12.0', '12.5', '14.0', '15.0'])('takes %s', (release) => {
    expect(read({ AXL_VERSION: release }).axl.release).toBe(release);
  });

  it.each(['13.0', '12', '15.0.1', 'latest', '15.00'])('refuses %s, and says what would be right', (release) => {
    expect(faultsWith({ AXL_VERSION: release })).toEqual([
      expect.stringMatching(/^AXL_VERSION must be one of auto, .*12\.5, 14\.0, 15\.0$/),
    ]);
  });
});

describe('a .env file', () => {
  it('sets what the environment does not', () => {
    const file = temporaryFile('# comment\nPORT=9001\nAXL_PASSWORD="from #the file"\nLOG_LEVEL=warn\n', '.env');
    const config = readConfig({ ...without('AXL_PASSWORD'), LOG_LEVEL: 'debug' }, file);
    expect(config).toMatchObject({ port: 9001, logLevel: 'debug', axl: { password: 'from #the file' } });
    expect(process.env['PORT']).not.toBe('9001');
  });

  it('is not hidden by a variable that is set to nothing, save the one for which that means off', () => {
    const file = temporaryFile('AXL_PASSWORD=from#file\nADMIN_PORT=9091\nPORT=9001\n', '.env');
    const config = readConfig({ ...least, AXL_PASSWORD: '', PORT: '' }, file);
    expect(config).toMatchObject({ port: 9001, admin: { port: 9091 }, axl: { password: 'from#file' } });
    expect(readConfig({ ...least, ADMIN_PORT: '' }, file).admin).toBeUndefined();
  });

  it('may be absent', () => {
    expect(readConfig(least, path.join(temporaryFolder(), '.env')).port).toBe(8080);
  });

  it('that cannot be read is a fault like others', () => {
    const folder = temporaryFolder();
    expect(faultsOf({ ...least, PORT: 'x' }, folder)).toEqual([
      `${folder} cannot be read (EISDIR)`,
      expect.stringMatching(/^PORT /),
    ]);
  });
});

describe('secrets', () => {
  it('are in no fault, wherever they were put', () => {
    const secret = 'hunter2-Sécret';
    const everywhere = Object.fromEntries(
      ['AXL_PASSWORD', 'AXL_PASSWORD_FILE', 'AUTH_PASSWORD', 'AXL_VERSION', 'LOG_LEVEL', 'PORT', 'AXL_TIMEOUT_MS'].map(
        (name) => [name, secret],
      ),
    );
    const faults = faultsOf({ ...everywhere, AXL_URL: `https://axl:${secret}@cucm.example.com/` });
    expect(faults.length).toBeGreaterThan(5);
    expect(faults.join('\n')).not.toContain(secret);
    expect(new ConfigFaults(faults).message).not.toContain(secret);
  });

  it('are the first line of their file, as it is', () => {
    expect(readSecret(temporaryFile(' päss "x"#1 \r\n'))).toBe(' päss "x"#1 ');
    expect(readSecret(temporaryFile('no line end'))).toBe('no line end');
    expect(readSecret(temporaryFile('\uFEFFafter a byte order mark\r\n'))).toBe('after a byte order mark');
  });

  it('of callers are no longer than bcrypt looks at, as in an htpasswd file', () => {
    const fault = 'AUTH_PASSWORD must not be longer than 72 bytes, which is all that bcrypt looks at';
    expect(faultsWith({ AUTH_PASSWORD: 'x'.repeat(73) })).toEqual([fault]);
    expect(faultsWith({ AUTH_PASSWORD: 'ü'.repeat(37) })).toEqual([fault]);
    expect(faultsWith({ AUTH_PASSWORD: 'ü'.repeat(36) })).toEqual([]);
  });
});
