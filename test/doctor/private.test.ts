import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openVisit } from '../../src/doctor/visit.js';
import { dialledForm } from '../../src/domain/identifiers.js';
import { StandIns } from '../../src/doctor/report/stand-ins.js';
import { scrubbedPage, scrubbedXml } from '../../src/doctor/report/scrub.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { temporaryFolder } from '../support/files.js';
import { examined, namesOf, visitOptions } from './examining.js';
import { dice, hostileCompany } from './hostile-company.js';

/** Everything in a folder, including the names of files. */
function textsIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .map((entry) =>
      entry.isFile() ? `${entry.name}\n${readFileSync(path.join(entry.parentPath, entry.name), 'utf8')}` : entry.name,
    )
    .join('\n');
}

async function examinedHostile(wanted: Parameters<typeof examined>[1]) {
  const company = hostileCompany(220, dice(7));
  const simulator = await startSimulator({ seed: company.seed, username: 'planteduser', password: 'plantedpassword' });
  onTestFinished(() => simulator.close());
  const login = { AXL_USERNAME: 'planteduser', AXL_PASSWORD: 'plantedpassword' };
  return { company, simulator, result: await examined(simulator.urls, wanted, login) };
}

const plain = (text: string) => text.toLowerCase();

/**
 * @returns those of the texts that a long text contains. It is read once: to search it for each of the texts took
 *   seconds.
 */
function textsFoundIn(long: string, texts: ReadonlySet<string>): string[] {
  const shortest = Math.min(...[...texts].map(({ length }) => length));
  const byStart = new Map<string, string[]>();
  for (const text of texts) {
    const start = text.slice(0, shortest);
    byStart.set(start, [...(byStart.get(start) ?? []), text]);
  }
  const found = new Set<string>();
  for (let at = 0; at <= long.length - shortest; at += 1) {
    for (const text of byStart.get(long.slice(at, at + shortest)) ?? []) if (long.startsWith(text, at)) found.add(text);
  }
  return [...found];
}

describe('a report and a recorded folder', () => {
  it('contain none of 2,000 planted names', async () => {
    const folder = temporaryFolder();
    const { company, result, simulator } = await examinedHostile({ record: path.join(folder, 'sent'), sample: 40 });
    expect(company.planted.length).toBeGreaterThan(2_000);
    expect(namesOf(result, 'failed')).toEqual([]);
    const sent = plain(JSON.stringify(result.report) + textsIn(path.join(folder, 'sent')));
    expect(sent.length).toBeGreaterThan(100_000);
    const { host } = new URL(simulator.url);
    const secrets = [
      ...company.planted,
      ...company.planted.map(dialledForm),
      host,
      'planteduser',
      'plantedpassword',
      'jsessionid',
    ];
    const forms = secrets.flatMap((text) => [
      text,
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      text.replaceAll("'", "''"),
    ]);
    expect(textsFoundIn(sent, new Set(forms.map(plain)))).toEqual([]);
  }, 120_000);

  it('contain the names on request', async () => {
    const { company, result } = await examinedHostile({ isReal: true });
    const shown = result.report.results.find(({ name }) => name === 'phone-by-name')?.seen ?? '';
    expect(company.planted.some((text) => shown.includes(text))).toBe(true);
  });

  it('can be played back: the service reads from a folder what it would read from the call manager', async () => {
    const folder = path.join(temporaryFolder(), 'sent');
    const { simulator, result } = await examinedHostile({ record: folder });
    await simulator.close();
    const player = await startPlayer(folder);
    onTestFinished(player.close);
    const visit = await openVisit(visitOptions([player.url]));
    onTestFinished(() => visit.close());
    const numbers = numbersAskedFor(folder);
    expect(numbers.length).toBeGreaterThanOrEqual(5);
    let phones = 0;
    for (const number of numbers) {
      const byLines = await visit.findPhones(visit.byLines, number);
      const bySql = await visit.findPhones(visit.bySql, number);
      // The sample may have a number that no phone carries.
      for (const { dirns } of byLines) expect(dirns).toContain(number);
      phones += byLines.length;
      const inOrder = (found: typeof byLines) => found.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
      expect(inOrder(bySql)).toEqual(inOrder(byLines));
    }
    expect(phones).toBeGreaterThan(0);
    expect(player.unknown).toEqual([]);
    expect(result.recorded?.written).toBe(readdirSync(folder).length);
  }, 60_000);
});

/** The numbers of the sample, by their stand-ins. */
function numbersAskedFor(folder: string) {
  const requests = readdirSync(folder)
    .filter((name) => name.startsWith('listLine__numbers-agree'))
    .map((name) => readFileSync(path.join(folder, name, 'request.xml'), 'utf8'));
  const patterns = requests.map((request) => /<pattern>([^<]+)<\/pattern>/.exec(request)?.[1] ?? '');
  return [...new Set(patterns.map(dialledForm))];
}

interface Meta {
  readonly soapAction: string;
  readonly status: number;
  readonly contentType: string;
}

/** A server that answers each recorded request exactly with its recorded response, and nothing else. */
async function startPlayer(folder: string) {
  const answers = new Map<string, { status: number; contentType: string; body: Buffer }>();
  for (const name of readdirSync(folder)) {
    const read = (file: string) => readFileSync(path.join(folder, name, file));
    const { soapAction, status, contentType } = JSON.parse(read('meta.json').toString()) as Meta;
    const key = `${soapAction} ${read('request.xml').toString()}`;
    if (!answers.has(key)) answers.set(key, { status, contentType, body: read('response.xml') });
  }
  const unknown: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const answer = answers.get(`${String(request.headers['soapaction'])} ${body}`);
      if (!answer) unknown.push(body);
      response.writeHead(answer?.status ?? 400, { 'content-type': answer?.contentType ?? 'text/plain' });
      response.end(answer?.body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/axl/`,
    unknown,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a stand-in', () => {
  const standIns = new StandIns();

  it.each([
    [String.raw`\+14085550100`, /^\\\+\d{11}$/],
    ['+14085550100', /^\+\d{11}$/],
    ['0100,,1#', /^\d{4},,\d#$/],
    ['SEP00A1B2C30001', /^SEP[0-9A-F]{12}$/],
    ['{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}', /^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/],
    ['%100', /^%\d{3}$/],
    ['Zoë Müller-2', /^[A-Z][a-z].\s[A-Z].[a-z]{4}-\d$/],
  ])('of %s has its form, and is always the same', (text, form) => {
    const standIn = standIns.private(text);
    expect(standIn).toMatch(form);
    expect(standIn).not.toBe(text);
    expect(standIns.private(text)).toBe(standIn);
  });

  it('is the same for all spellings of a key, a number and a name', () => {
    const key = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
    expect(standIns.private(`{${key.toUpperCase()}}`)).toBe(`{${standIns.private(key).toUpperCase()}}`);
    expect(standIns.private(String.raw`\+4930123456`)).toBe(`\\${standIns.private('+4930123456')}`);
    expect(standIns.private('sep00a1b2c30009')).toBe(standIns.private('SEP00A1B2C30009').toLowerCase());
  });

  it('never equals a seen text, or the stand-in of another text', () => {
    const drawn = new StandIns();
    const seen = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
    for (const text of seen) drawn.see(text);
    const standing = seen.map(drawn.private);
    expect(new Set(standing).size).toBe(100);
    expect(standing.filter((text) => seen.includes(text))).toEqual([]);
  });

  it('replaces what a fault, a page, an attribute and a CDATA section quote', () => {
    const fault =
      '<a:Fault xmlns:a="http://schemas.xmlsoap.org/soap/envelope/" host="cucm.secret.example"><faultstring>Item not valid: The specified Secret-Phone was not found at secret.example:8443</faultstring><x><![CDATA[Secret <b>]]></x><!-- Secret --></a:Fault>';
    const shown = scrubbedXml(fault, standIns);
    expect(shown).not.toMatch(/secret/i);
    expect(shown).toContain('Item not valid: The specified');
    expect(shown).toContain('xmlns:a="http://schemas.xmlsoap.org/soap/envelope/"');
    const page = scrubbedPage(
      '<html><style>.secret{}</style><h1 title="secret">HTTP Status 599</h1>Supported axl versions are 12.x, 14.0 and 15.0 at cucm.secret.example</html>',
      standIns,
    );
    expect(page).not.toMatch(/secret/i);
    expect(page).toContain('HTTP Status 599 Supported axl versions are 12.x, 14.0 and 15.0');
  });
});
