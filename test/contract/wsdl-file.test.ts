import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEnvelopesFrom, NotAnAxlWsdl } from '../../src/axl/soap/wsdl.js';
import { ConfigProblems, readConfig } from '../../src/config/config.js';
import { startService } from '../../src/service.js';

const environment = {
  PORT: '0',
  AXL_URL: 'https://cucm.invalid:8443/axl/',
  AXL_USERNAME: 'axl',
  AXL_PASSWORD: 'never shown',
  AUTH_USERNAME: 'caller',
  AUTH_PASSWORD: 'never shown',
  DATABASE_URL: 'off',
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wsdl-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** @returns this project's own file for a release, as if downloaded from a call manager */
function ours(name: string, release = '14.0'): string {
  return readFileSync(new URL(`../../wsdl/${name}`, import.meta.url), 'utf8').replaceAll('@RELEASE@', release);
}

let files = 0;

/** Writes a WSDL and, unless it is undefined, the schema beside it. @returns the WSDL's path */
function written(wsdl: string, schema: string | undefined = ours('AXLSoap.xsd'), name = 'AXLAPI.wsdl'): string {
  files += 1;
  const place = mkdtempSync(path.join(folder, `${files}-`));
  if (schema !== 'none') writeFileSync(path.join(place, 'AXLSoap.xsd'), schema);
  writeFileSync(path.join(place, name), wsdl);
  return path.join(place, name);
}

const update = [{ name: 'SEP00A1B2C30001' }, [{ dirn: '0100', label: '<R&D>', index: '1' }]] as const;

// An uncaught exception or rejection fails the run by itself.
describe('AXL_WSDL', () => {
  // requests.test.ts uses the publisher's own files.
  it.each(['AXL API #2 (50%) é.wsdl', 'x.wsdl?y', 'a b.wsdl'])('takes a file of the name %s', async (name) => {
    const file = written(ours('AXLAPI.wsdl'), undefined, name);
    expect((await loadEnvelopesFrom(file)).release).toBe('14.0');
  });

  it.each(['8.5', '9.0', '9.1'])('accepts a file of AXL %s, which has no applyPhone', async (release) => {
    const wsdl = ours('AXLAPI.wsdl', release).replace(
      /<operation name="(apply|re(set|start))Phone">[^]*?<\/operation>/g,
      '',
    );
    const envelopes = await loadEnvelopesFrom(written(wsdl, ours('AXLSoap.xsd', release)));
    expect(envelopes.render('updateSpeedDials', ...update).soapAction).toBe(`"CUCM:DB ver=${release} updatePhone"`);
    expect(() => envelopes.render('applyPhone', { name: 'SEP1' })).toThrow(`AXL ${release} has no request applyPhone`);
  });

  const wsdl = ours('AXLAPI.wsdl');
  const schema = ours('AXLSoap.xsd');
  const namespace = 'http://www.cisco.com/AXL/API/14.0';
  const without = (text: string, part: string | RegExp): string => {
    expect(text.search(part)).toBeGreaterThan(-1);
    return text.replace(part, '');
  };

  it.each<[string, string, string?]>([
    ['is empty', ''],
    ['is HTML', '<!doctype html><html><head><meta charset=utf-8></head><body><br>Please log in</body></html>'],
    ['is HTML that names AXL', `<html><body><br><p>${namespace}</body></html>`],
    ['is text that names AXL', namespace],
    ['is binary', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0xff, 0xfe, ...Buffer.from(namespace)]).toString('latin1')],
    ['is JSON', JSON.stringify({ namespace })],
    ['is the schema', schema, schema],
    [
      'is another WSDL',
      '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="http://example.com/"/>',
    ],
    ['is a WSDL of WSDL 2', `<description xmlns="http://www.w3.org/ns/wsdl" xmlns:axl="${namespace}"/>`],
    [
      'is a WSDL without operations',
      `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:axl="${namespace}"/>`,
    ],
    ['is some other XML', `<types xmlns:axl="${namespace}"><message/></types>`],
    ['is of a release that there is not', wsdl.replaceAll('14.0', '13.0')],
    ['is of a release without a number', wsdl.replaceAll('14.0', 'latest')],
    ['is cut off', wsdl.slice(0, wsdl.length / 2)],
    ['is cut off at its end', wsdl.slice(0, -20)],
    ['lacks an operation', wsdl.replaceAll('"updatePhone"', '"setPhone"')],
    ['lacks a message', without(wsdl, /<message name="getPhoneIn">[^]*?<\/message>/)],
    ['lacks its binding', without(wsdl, /<binding[^]*<\/binding>/)],
    ['lacks its service', without(wsdl, /<service[^]*<\/service>/)],
    ['lacks its import', without(wsdl, /<import [^>]*>/)],
    ['lacks its SOAPActions', wsdl.replace(/ soapAction="[^"]*"/g, '')],
    ['lacks a prefix', without(wsdl, /xmlns:xsd1="[^"]*"/)],
    ['imports itself', wsdl.replace('"AXLSoap.xsd"', '"AXLAPI.wsdl"')],
    ['imports a file that is not there', wsdl.replace('"AXLSoap.xsd"', '"http://192.0.2.1/Other.xsd"')],
    ['is of the rpc style', wsdl.replaceAll('style="document"', 'style="rpc"')],
    ['has no schema beside it', wsdl, 'none'],
    ['has an empty schema', wsdl, ''],
    ['has HTML for its schema', wsdl, '<html><body><br>Not found</body></html>'],
    ['has a schema that is cut off', wsdl, schema.slice(0, schema.length / 3)],
    ['has a schema of another release', wsdl, ours('AXLSoap.xsd', '12.5')],
    ['has a schema without an element', wsdl, without(schema, /<xsd:element name="listPhone" [^>]*>/)],
    [
      'has a schema whose children have a namespace',
      wsdl,
      schema.replace('Default="unq', 'Default="q').replace('entFormDefault="unq', 'entFormDefault="q'),
    ],
  ])('refuses by name a file that %s', async (_what, text, beside) => {
    const file = written(text, beside);
    const refusal = await loadEnvelopesFrom(file).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(NotAnAxlWsdl);
    expect((refusal as Error).message).toContain(file);
    expect((refusal as Error).message).not.toContain('\n');
  });

  it.each([
    ['that is missing', () => path.join(folder, 'nowhere.wsdl')],
    ['that is a folder', () => folder],
  ])('refuses by name a file %s', async (_what, file) => {
    await expect(loadEnvelopesFrom(file())).rejects.toThrow(new NotAnAxlWsdl(`${file()} cannot be read`));
  });
});

describe('starting with AXL_WSDL', () => {
  const start = (more: Record<string, string>) => {
    return startService(readConfig({ ...environment, ...more }, ''), () => undefined).then(
      async (service) => {
        await service.stop('test');
        return [];
      },
      (thrown: unknown) => {
        if (thrown instanceof ConfigProblems) return thrown.problems;
        throw thrown;
      },
    );
  };

  it('starts with a file of its own release, configured or not', async () => {
    const file = written(ours('AXLAPI.wsdl'));
    expect(await start({ AXL_WSDL: file })).toEqual([]);
    expect(await start({ AXL_WSDL: file, AXL_VERSION: '14.0' })).toEqual([]);
  });

  it('refuses a file of another release than the configured one', async () => {
    const file = written(ours('AXLAPI.wsdl'));
    expect(await start({ AXL_WSDL: file, AXL_VERSION: '12.5' })).toEqual([
      `AXL_WSDL cannot be used: ${file} is for AXL 14.0, but AXL_VERSION is 12.5`,
    ]);
  });

  it('refuses the lookup by lines with a file whose lines name no devices', async () => {
    const file = written(ours('AXLAPI.wsdl', '8.5'), ours('AXLSoap.xsd', '8.5'));
    expect(await start({ AXL_WSDL: file })).toEqual([]);
    expect(await start({ AXL_WSDL: file, AXL_LOOKUP: 'lines' })).toEqual([
      `AXL_LOOKUP must be sql (or not set): ${file} is for AXL 8.5, whose lines do not name devices`,
    ]);
  });

  it('refuses to load changes with a file of a release that cannot', async () => {
    const old = written(ours('AXLAPI.wsdl', '9.1'), ours('AXLSoap.xsd', '9.1'));
    expect(await start({ AXL_WSDL: old, AXL_AFTER_UPDATE: 'apply' })).toEqual([
      `AXL_AFTER_UPDATE must be none (or not set): ${old} is for AXL 9.1, which cannot load a change`,
    ]);
    const able = written(ours('AXLAPI.wsdl', '10.0'), ours('AXLSoap.xsd', '10.0'));
    expect(await start({ AXL_WSDL: able, AXL_AFTER_UPDATE: 'apply' })).toEqual([]);
  });

  it.each(['serve', 'check-config'])('ends %s with one clear line about a file that is not a WSDL', async (name) => {
    const file = written('<html><body>Please log in</body></html>');
    const command = fileURLToPath(new URL('../../bin/axl-phone-proxy.js', import.meta.url));
    const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
      const env = { ...environment, AXL_WSDL: file };
      execFile(process.execPath, [command, name], { env, cwd: folder, timeout: 20_000 }, (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, said: stdout + stderr });
      });
    });
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      'axl-phone-proxy: the configuration has a problem:',
      `  AXL_WSDL cannot be used: ${file} is not an AXL WSDL: it names no AXL API namespace`,
    ]);
  });
});
