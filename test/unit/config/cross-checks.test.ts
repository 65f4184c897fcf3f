import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../src/simulator/node/certificate.js';
import { bcryptEntry, problemsOf, problemsWith, read, without } from '../../support/config.js';
import { temporaryFile } from '../../support/files.js';

let certificate: string;
let privateKey: string;

beforeAll(async () => {
  ({ certificate, privateKey } = await makeCertificate(['localhost']));
});

describe('dependent variables', () => {
  it('one AXL password', () => {
    const problem = 'AXL_PASSWORD or AXL_PASSWORD_FILE must be set, one of them';
    expect(problemsOf(without('AXL_PASSWORD'))).toEqual([problem]);
    expect(problemsWith({ AXL_PASSWORD_FILE: temporaryFile('x') })).toEqual([problem]);
    const empty = { ...without('AXL_PASSWORD'), AXL_PASSWORD_FILE: temporaryFile('\nsecond line') };
    expect(problemsOf(empty)).toEqual(['AXL_PASSWORD_FILE names an empty file']);
  });

  it('callers who authenticate in exactly one way', () => {
    const problem = 'AUTH_USERNAME with AUTH_PASSWORD, or AUTH_HTPASSWD_FILE, must be set: callers always authenticate';
    expect(problemsOf(without('AUTH_USERNAME', 'AUTH_PASSWORD'))).toEqual([problem]);
    expect(problemsWith({ AUTH_HTPASSWD_FILE: temporaryFile(bcryptEntry) })).toEqual([problem]);
    const together = 'AUTH_USERNAME and AUTH_PASSWORD must be set together';
    expect(problemsOf(without('AUTH_PASSWORD'))).toEqual([together]);
    expect(problemsOf(without('AUTH_USERNAME'))).toEqual([together]);
  });

  it('an htpasswd file with any content: faults are reported while it is watched', () => {
    const lines = ['# users', bcryptEntry, 'old:$apr1$x$yyyyyyyyyyyyyyyyyyyyyy', '', 'plain:secret-in-clear'];
    const file = temporaryFile(lines.join('\n'));
    const environment = without('AUTH_USERNAME', 'AUTH_PASSWORD');
    expect(problemsOf({ ...environment, AUTH_HTPASSWD_FILE: file })).toEqual([]);
    expect(problemsOf({ ...environment, AUTH_HTPASSWD_FILE: '/nowhere/htpasswd' })).toEqual([
      'AUTH_HTPASSWD_FILE names a file that cannot be read (/nowhere/htpasswd: ENOENT)',
    ]);
  });

  it('a certificate and its key', () => {
    const certFile = temporaryFile(certificate);
    const keyFile = temporaryFile(privateKey);
    const otherKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const otherKeyFile = temporaryFile(otherKey);
    expect(problemsWith({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile })).toEqual([]);
    const together = 'TLS_CERT_FILE and TLS_KEY_FILE must be set together';
    expect(problemsWith({ TLS_CERT_FILE: certFile })).toEqual([together]);
    expect(problemsWith({ TLS_KEY_FILE: keyFile })).toEqual([together]);
    expect(problemsWith({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: otherKeyFile })).toEqual([
      'TLS_KEY_FILE is not the private key of the certificate in TLS_CERT_FILE',
    ]);
    expect(problemsWith({ TLS_CERT_FILE: keyFile, TLS_KEY_FILE: certFile })).toEqual([
      `TLS_CERT_FILE names a file without a certificate in PEM form (${keyFile})`,
      `TLS_KEY_FILE names a file without a private key without a passphrase in PEM form (${certFile})`,
    ]);
  });

  it('a grace period in which accepted requests can end', () => {
    const problem =
      'SHUTDOWN_GRACE_MS must not be shorter than REQUEST_DEADLINE_MS: an accepted request can take that long';
    expect(problemsWith({ SHUTDOWN_GRACE_MS: '29999' })).toEqual([problem]);
    expect(problemsWith({ REQUEST_DEADLINE_MS: '35001' })).toEqual([problem]);
    expect(problemsWith({ SHUTDOWN_GRACE_MS: '40000', REQUEST_DEADLINE_MS: '40000' })).toEqual([]);
  });

  it('an attempt that fits into the request', () => {
    const problem = 'AXL_TIMEOUT_MS must not be longer than REQUEST_DEADLINE_MS: one attempt is a part of the request';
    expect(problemsWith({ AXL_TIMEOUT_MS: '5000', REQUEST_DEADLINE_MS: '4999' })).toEqual([problem]);
    expect(problemsWith({ REQUEST_DEADLINE_MS: '9999' })).toEqual([problem]);
    expect(problemsWith({ AXL_TIMEOUT_MS: '5000', REQUEST_DEADLINE_MS: '5000' })).toEqual([]);
  });

  it('a lookup that the release supports', () => {
    const problems = problemsWith({ AXL_VERSION: '8.5', AXL_LOOKUP: 'lines' });
    expect(problems).toEqual([
      expect.stringMatching(/^AXL_LOOKUP must be sql \(or not set\) for AXL_VERSION before 10/),
    ]);
    expect(problemsWith({ AXL_VERSION: '8.5' })).toEqual([]);
    expect(problemsWith({ AXL_VERSION: '10.0', AXL_LOOKUP: 'lines' })).toEqual([]);
  });
});

describe('AXL_AFTER_UPDATE', () => {
  const problem = 'AXL_AFTER_UPDATE must be none (or not set) for AXL_VERSION before 10.0, which cannot load a change';

  it.each(['8.5', '9.0', '9.1'])('is refused for release %s, which does not support it', (release) => {
    for (const how of ['apply', 'restart', 'reset']) {
      expect(problemsWith({ AXL_VERSION: release, AXL_AFTER_UPDATE: how })).toEqual([problem]);
    }
    expect(problemsWith({ AXL_VERSION: release, AXL_AFTER_UPDATE: 'none' })).toEqual([]);
  });

  it.each(['auto', '10.0', '10.5', '15.0'])('is accepted for release %s', (release) => {
    expect(read({ AXL_VERSION: release, AXL_AFTER_UPDATE: 'apply' }).axl.afterUpdate).toBe('apply');
  });
});
