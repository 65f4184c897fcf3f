import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../../../src/buttons-cli/connection/settings.js';
import { certificateFor } from '../../../support/certificates.js';
import { emptyFolder, tidy } from '../../../support/processes.js';

afterAll(tidy);

const { cert: certificate } = await certificateFor(['phones.example.com']);

const good = { PHONE_PROXY_URL: 'https://phones.example.com/base', PHONE_PROXY_USERNAME: 'ops' };

function saved(text: string | Buffer): string {
  const file = join(emptyFolder(), 'file');
  writeFileSync(file, text);
  return file;
}

describe('the settings', () => {
  it('are read, with or without a password, from either place', () => {
    expect(readSettings({ ...good, PHONE_PROXY_PASSWORD: 'x', PHONE_PROXY_PASSWORD_FILE: '' })).toMatchObject({
      ...{ username: 'ops', password: 'x', authority: undefined },
    });
    const file = saved('\uFEFFs3 cret\r\nmore\n');
    expect(readSettings({ ...good, PHONE_PROXY_PASSWORD_FILE: file }).password).toBe('s3 cret');
    expect(readSettings(good).password).toBeUndefined();
  });

  it('accept an authority from a file with more than its certificates', () => {
    const text = `subject=phones\n${certificate}\nmore\n${certificate}\n`;
    expect(readSettings({ ...good, PHONE_PROXY_CA_FILE: saved(text) }).authority).toBe(text);
  });

  it.each(['http://localhost:8080', 'http://127.1.2.3', 'http://127.11.22.33', 'http://[::1]:80/x'])(
    'accept plain http to %s',
    (url) => {
      expect(readSettings({ ...good, PHONE_PROXY_URL: url }).url.href).toContain('http:');
    },
  );

  it.each([
    [{ PHONE_PROXY_URL: '' }, 'PHONE_PROXY_URL is not set'],
    [{ PHONE_PROXY_URL: 'phones.example.com' }, 'must be an https URL'],
    [{ PHONE_PROXY_URL: 'http://phones.example.com' }, 'plain http to another machine'],
    [{ PHONE_PROXY_URL: 'http://127.0.0.1.example.com' }, 'plain http to another machine'],
    [{ PHONE_PROXY_URL: 'http://x.127.0.0.1.example.com' }, 'plain http to another machine'],
    [
      { PHONE_PROXY_URL: 'xhttps://phones.example.com' },
      'must be an https URL, for example https://phones.example.com',
    ],
    [{ PHONE_PROXY_URL: 'httpsx://phones.example.com' }, 'must be an https URL'],
    [{ PHONE_PROXY_URL: 'https://u:secret@phones.example.com' }, 'must not contain credentials'],
    [{ PHONE_PROXY_URL: 'https://u@phones.example.com' }, 'must not contain credentials'],
    [{ PHONE_PROXY_URL: 'https://:secret@phones.example.com' }, 'must not contain credentials'],
    [{ PHONE_PROXY_URL: 'https://phones.example.com/?x' }, 'must not contain ? or #'],
    [{ PHONE_PROXY_URL: 'https://phones.example.com/#x' }, 'must not contain ? or #'],
    [{ PHONE_PROXY_USERNAME: '' }, 'PHONE_PROXY_USERNAME is not set'],
    [{ PHONE_PROXY_USERNAME: 'a:b' }, 'must not contain a colon'],
    [{ PHONE_PROXY_PASSWORD: 'x', PHONE_PROXY_PASSWORD_FILE: 'y' }, 'both set'],
    [{ PHONE_PROXY_PASSWORD_FILE: '/nonexistent/file' }, 'PHONE_PROXY_PASSWORD_FILE: the file cannot be read (ENOENT)'],
    [{ PHONE_PROXY_PASSWORD_FILE: saved('\n') }, 'first line of the file is empty'],
    [{ PHONE_PROXY_PASSWORD_FILE: saved(Buffer.from('x', 'utf16le')) }, 'UTF-16'],
    [{ PHONE_PROXY_CA_FILE: '/nonexistent/file' }, 'PHONE_PROXY_CA_FILE: the file cannot be read (ENOENT)'],
    [{ PHONE_PROXY_CA_FILE: saved(certificate.replace(/\n.*\n/, '\nno certificate\n')) }, 'no certificate in PEM'],
    [{ PHONE_PROXY_CA_FILE: saved('no certificate') }, 'no certificate in PEM'],
    [{ PHONE_PROXY_CA_FILE: 'x', PHONE_PROXY_URL: 'http://localhost' }, 'PHONE_PROXY_URL is not https'],
  ])('with %j are refused', (change, reason) => {
    const read = () => readSettings({ ...good, ...change });
    expect(read).toThrow(reason);
    expect(read).not.toThrow('secret');
  });
});
