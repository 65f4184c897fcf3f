import { describe, expect, it } from 'vitest';
import { type Config, ConfigFaults, readConfig } from '../../src/config/config.js';

const whole = {
  AXL_URL: 'https://cucm.example.com:8443/axl/',
  AXL_USERNAME: 'axl',
  AXL_PASSWORD: 'secret',
  AUTH_USERNAME: 'alice',
  AUTH_PASSWORD: 'secret',
};

const configWith = (more: Record<string, string>): Config => readConfig({ ...whole, ...more }, 'no.env');

function faultsWith(more: Record<string, string>): readonly string[] {
  try {
    configWith(more);
  } catch (thrown) {
    if (thrown instanceof ConfigFaults) return thrown.faults;
    throw thrown;
  }
  return [];
}

describe('the variables for those who run the service', () => {
  it('put health and metrics on loopback, port 9090, unless told otherwise', () => {
    expect(configWith({}).admin).toEqual({ host: '127.0.0.1', port: 9090 });
    expect(configWith({ ADMIN_HOST: '0.0.0.0', ADMIN_PORT: '0' }).admin).toEqual({ host: '0.0.0.0', port: 0 });
  });

  it('switch them off with ADMIN_PORT set to nothing', () => {
    expect(configWith({ ADMIN_PORT: '' }).admin).toBeUndefined();
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
  ])('refuse %j in one line', (more, fault) => {
    expect(faultsWith(more)).toEqual([fault]);
  });

  it('trust no proxy, or those that are listed', () => {
    expect(configWith({}).trustedProxies).toBeUndefined();
    const trusted = configWith({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1 2001:db8::/32' }).trustedProxies;
    const checked = ['10.200.0.1', '192.0.2.1', '192.0.2.2', '11.0.0.1'].map((address) => trusted?.check(address));
    expect(checked).toEqual([true, true, false, false]);
    expect(trusted?.check('2001:db8::7', 'ipv6')).toBe(true);
  });
});
