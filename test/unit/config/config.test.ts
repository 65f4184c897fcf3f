import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ConfigProblems, readConfig } from '../../../src/config/config.js';
import { makeCertificate } from '../../../src/simulator/node/certificate.js';
import { bcryptEntry, least, noDotenv, problemsOf, problemsWith, read, without } from '../../support/config.js';
import { temporaryFile, temporaryFolder } from '../../support/files.js';

let certificate: string;
let privateKey: string;

beforeAll(async () => {
  ({ certificate, privateKey } = await makeCertificate(['localhost']));
});

describe('the configuration', () => {
  it('has its defaults, with only the required variables', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      tls: undefined,
      console: { idleMinutes: 15 },
      requestDeadlineMs: 30_000,
      shutdownGraceMs: 35_000,
      auditLogFile: undefined,
      logLevel: 'info',
      auth: {
        user: { name: 'caller', password: 'caller-Secret-2' },
        htpasswdFile: undefined,
        roles: { readOnlyUsers: new Set(), proposingUsers: new Set() },
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

  it('reads every variable', () => {
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
        BUTTONS_MAX: '7',
        REQUEST_DEADLINE_MS: '20000',
        SHUTDOWN_GRACE_MS: '20000',
        AUTH_HTPASSWD_FILE: htpasswdFile,
        READ_ONLY_USERS: ' ann smith, bob,,cy ',
        PROPOSING_USERS: 'agent, bob',
        CONSOLE: 'on',
        CONSOLE_IDLE_MINUTES: '1440',
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
      console: { idleMinutes: 1440 },
      mostButtons: 7,
      requestDeadlineMs: 20_000,
      shutdownGraceMs: 20_000,
      auditLogFile: '/nowhere/yet',
      logLevel: 'trace',
      auth: {
        user: undefined,
        htpasswdFile,
        roles: { readOnlyUsers: new Set(['ann smith', 'bob', 'cy']), proposingUsers: new Set(['agent', 'bob']) },
      },
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

  it('has no console if that is off', () => {
    expect(read({ CONSOLE: 'off', CONSOLE_IDLE_MINUTES: '5' }).console).toBeUndefined();
  });

  it('treats an empty variable as unset', () => {
    expect(read({ PORT: '', AXL_PASSWORD_FILE: '', LOG_LEVEL: '' })).toMatchObject({ port: 8080, logLevel: 'info' });
    expect(problemsWith({ AXL_USERNAME: '' })).toEqual([expect.stringMatching(/^AXL_USERNAME is missing/)]);
  });

  it('reports every problem at once, each with its variable', () => {
    const problems = problemsOf({
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
    const named = problems.map((problem) => /^[A-Z_]+/.exec(problem)?.[0]);
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
});

describe('a misspelled variable name', () => {
  it('prevents the start, in the environment and in .env, and is reported with the other problems', () => {
    const problem = 'READ_ONLY_USER is not a variable of this service; did you mean READ_ONLY_USERS?';
    expect(problemsWith({ READ_ONLY_USER: 'ann' })).toEqual([problem]);
    const file = temporaryFile('READ_ONLY_USER=ann\n', '.env');
    expect(problemsOf(least, file)).toEqual([problem]);
    expect(problemsOf({ ...without('AXL_USERNAME'), AXL_USERNAM: 'axl' })).toEqual([
      expect.stringMatching(/^AXL_USERNAME is missing/),
      'AXL_USERNAM is not a variable of this service; did you mean AXL_USERNAME?',
    ]);
  });

  it('that is only similar is reported', () => {
    expect(read({ AXL_COLOUR: 'red', PATH: '/bin' }).warnings).toEqual([
      'AXL_COLOUR is not a variable of this service and has no effect',
    ]);
    expect(read().warnings).toEqual([]);
  });

  it('that Kubernetes sets for a service is explained if it equals a variable of this service', () => {
    expect(problemsWith({ ADMIN_PORT: 'tcp://10.0.0.1:80', ADMIN_SERVICE_HOST: '10.0.0.1' })).toEqual([
      'ADMIN_PORT must be a whole number from 0 to 65535 (Kubernetes sets it for a service named admin: ' +
        'set it in the container, or enableServiceLinks: false)',
    ]);
  });
});

describe('a .env file', () => {
  it('sets variables that the environment does not set', () => {
    const file = temporaryFile('# comment\nPORT=9001\nAXL_PASSWORD="from #the file"\nLOG_LEVEL=warn\n', '.env');
    const config = readConfig({ ...without('AXL_PASSWORD'), LOG_LEVEL: 'debug' }, file);
    expect(config).toMatchObject({ port: 9001, logLevel: 'debug', axl: { password: 'from #the file' } });
    expect(process.env['PORT']).not.toBe('9001');
  });

  it('is not hidden by an empty variable, except by the one for which empty means off', () => {
    const file = temporaryFile('AXL_PASSWORD=from#file\nADMIN_PORT=9091\nPORT=9001\n', '.env');
    const config = readConfig({ ...least, AXL_PASSWORD: '', PORT: '' }, file);
    expect(config).toMatchObject({ port: 9001, admin: { port: 9091 }, axl: { password: 'from#file' } });
    expect(readConfig({ ...least, ADMIN_PORT: '' }, file).admin).toBeUndefined();
  });

  it('may be absent', () => {
    expect(readConfig(least, path.join(temporaryFolder(), '.env')).port).toBe(8080);
  });

  it('that cannot be read is a problem like others', () => {
    const folder = temporaryFolder();
    expect(problemsOf({ ...least, PORT: 'x' }, folder)).toEqual([
      `${folder} cannot be read (EISDIR)`,
      expect.stringMatching(/^PORT /),
    ]);
  });
});

describe('secrets', () => {
  it('are in no problem, in whatever variable they are', () => {
    const secret = 'hunter2-Sécret';
    const everywhere = Object.fromEntries(
      ['AXL_PASSWORD', 'AXL_PASSWORD_FILE', 'AUTH_PASSWORD', 'AXL_VERSION', 'LOG_LEVEL', 'PORT', 'AXL_TIMEOUT_MS'].map(
        (name) => [name, secret],
      ),
    );
    const problems = problemsOf({ ...everywhere, AXL_URL: `https://axl:${secret}@cucm.example.com/` });
    expect(problems.length).toBeGreaterThan(5);
    expect(problems.join('\n')).not.toContain(secret);
    expect(new ConfigProblems(problems).message).not.toContain(secret);
  });

  it('of callers are limited to the length that bcrypt uses, as in an htpasswd file', () => {
    const problem = 'AUTH_PASSWORD must not be longer than 72 bytes, which is all that bcrypt looks at';
    expect(problemsWith({ AUTH_PASSWORD: 'x'.repeat(73) })).toEqual([problem]);
    expect(problemsWith({ AUTH_PASSWORD: 'ü'.repeat(37) })).toEqual([problem]);
    expect(problemsWith({ AUTH_PASSWORD: 'ü'.repeat(36) })).toEqual([]);
  });
});
