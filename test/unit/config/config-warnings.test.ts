import { describe, expect, it } from 'vitest';
import { readConfig, startWarnings } from '../../../src/config/config.js';

const whole = {
  AXL_URL: 'https://cucm.example.com:8443/axl/',
  AXL_USERNAME: 'axl',
  AXL_PASSWORD: 'secret',
  AUTH_USERNAME: 'alice',
  AUTH_PASSWORD: 'secret',
};

const warningsWith = (more: Record<string, string>): string[] =>
  startWarnings(readConfig({ ...whole, ...more }, 'no.env'));

describe('the start', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', 'localhost'])('warns about nothing on %s', (HOST) => {
    expect(warningsWith({ HOST })).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'phones.example.com', '::ffff:192.0.2.1'])(
    'warns about unencrypted passwords on the network on %s',
    (HOST) => {
      expect(warningsWith({ HOST })).toEqual([
        `HOST is ${HOST} and TLS_CERT_FILE is not set: callers' passwords cross the network unencrypted, ` +
          'unless a TLS proxy is in front',
      ]);
    },
  );

  it('does not warn about them with TLS', () => {
    const config = readConfig({ ...whole, HOST: '0.0.0.0' }, 'no.env');
    expect(startWarnings({ ...config, tls: { certFile: 'cert.pem', keyFile: 'key.pem' } })).toEqual([]);
  });

  it.each([
    ['PLANS_APPROVAL', 'any', /^PLANS_APPROVAL is gone and has no effect: .*APPROVING_USERS/],
    ['PLANS_EXPIRE_DAYS', '14', /^PLANS_EXPIRE_DAYS is gone and has no effect: set CHANGES_EXPIRE_DAYS$/],
  ])('names %s as gone, with the way to say the same', (name, value, warning) => {
    expect(readConfig({ ...whole, [name]: value }, 'no.env').warnings).toEqual([expect.stringMatching(warning)]);
  });

  it('warns about an unverified certificate of the call manager', () => {
    expect(warningsWith({ AXL_TLS_INSECURE_SKIP_VERIFY: 'true' })).toEqual([
      "AXL_TLS_INSECURE_SKIP_VERIFY is set: the call manager's certificate is not verified",
    ]);
  });
});
