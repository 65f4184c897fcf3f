import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../src/simulator/node/certificate.js';
import { problemsWith, read } from '../../support/config.js';
import { temporaryFile } from '../../support/files.js';

const database = (DATABASE_URL: string, more: NodeJS.ProcessEnv = {}) => read({ DATABASE_URL, ...more }).database;
const verified = { caFile: undefined };

describe('DATABASE_URL', () => {
  it.each([
    [{}, 'data/history.db'],
    [{ DATABASE_URL: '', DATA_DIR: '' }, 'data/history.db'],
    [{ STATE_DIRECTORY: '/var/lib/one:/var/lib/two' }, '/var/lib/one/history.db'],
    [{ DATA_DIR: 'elsewhere', STATE_DIRECTORY: '/var/lib/one' }, 'elsewhere/history.db'],
    [{ DATA_DIR: '/elsewhere', DATABASE_URL: 'sqlite:here.db' }, 'here.db'],
  ])('is a SQLite file with %j', (environment: NodeJS.ProcessEnv, path) => {
    expect(read(environment).database).toEqual({ store: 'sqlite', path: resolve(path), retentionDays: 400 });
  });

  it('is off only if that is said, and then there is no inventory', () => {
    expect(database('off', { DATA_DIR: '/elsewhere', HISTORY_RETENTION_DAYS: '30' })).toBeUndefined();
    expect(problemsWith({ DATABASE_URL: 'off', INVENTORY: 'on' })).toEqual([
      'INVENTORY must be off (or not set) with DATABASE_URL=off: the inventory is kept where the history is',
    ]);
  });

  it('may have its former name, with a warning', () => {
    const former = { HISTORY_URL: 'postgres://me@localhost/db', HISTORY_PASSWORD_FILE: temporaryFile('secret\n') };
    const { database: found, warnings } = read({ ...former, DATABASE_URL: former.HISTORY_URL });
    expect(found).toMatchObject({ store: 'postgres', passwordFile: former.HISTORY_PASSWORD_FILE });
    expect(warnings).toEqual([
      'HISTORY_URL is now called DATABASE_URL: rename it, because a later release will not read HISTORY_URL',
      'HISTORY_PASSWORD_FILE is now called DATABASE_PASSWORD_FILE: rename it, because a later release will not read HISTORY_PASSWORD_FILE',
    ]);
  });

  it('is refused if its former name has another value', () => {
    const [said = '', ...others] = problemsWith({ HISTORY_URL: 'sqlite:hush-one', DATABASE_URL: 'sqlite:hush-two' });
    expect([said, others]).toEqual([
      'HISTORY_URL and DATABASE_URL have different values: remove HISTORY_URL, which is the former name',
      [],
    ]);
  });

  it.each(['history.db', '/var/lib/axl-phone-proxy/history.db', '///var/history.db', ':memory:', 'a b?c#d.db'])(
    'accepts the path %s',
    (path) => {
      expect(database(`sqlite:${path}`)).toEqual({ store: 'sqlite', path: resolve(path), retentionDays: 400 });
    },
  );

  const least = { store: 'postgres', user: 'me', password: undefined, passwordFile: undefined, retentionDays: 400 };

  it.each([
    ['postgres://me@127.0.0.1/db', { host: '127.0.0.1', port: 5432, database: 'db', tls: undefined }],
    ['postgresql://me@LOCALHOST:6543/db', { host: 'localhost', port: 6543, database: 'db', tls: undefined }],
    ['postgres://me@[::1]/d%20b', { host: '::1', port: 5432, database: 'd b', tls: undefined }],
    ['postgres://me@db.example.com/db', { host: 'db.example.com', port: 5432, database: 'db', tls: verified }],
    ['postgres://me@[2001:db8::1]/db', { host: '2001:db8::1', port: 5432, database: 'db', tls: verified }],
    ['postgres://me@127.0.0.11/db', { host: '127.0.0.11', port: 5432, database: 'db', tls: undefined }],
    ['postgres://me@localhost/db?sslmode=disable', { host: 'localhost', port: 5432, database: 'db', tls: undefined }],
    ['postgres://me@h/db?sslmode=verify-ca', { host: 'h', port: 5432, database: 'db', tls: verified }],
    ['postgres://me@h/db?sslmode=require', { host: 'h', port: 5432, database: 'db', tls: verified }],
    [
      'postgres://me@localhost/db?sslmode=verify-full',
      { host: 'localhost', port: 5432, database: 'db', tls: verified },
    ],
    [
      'postgres://me@127.0.0.1.example.com/db',
      { host: '127.0.0.1.example.com', port: 5432, database: 'db', tls: verified },
    ],
    ['postgres://me@localhost/db?host=/run/pg', { host: '/run/pg', port: 5432, database: 'db', tls: undefined }],
  ])('accepts %s', (url, place) => {
    expect(database(url)).toEqual({ ...least, ...place });
  });

  it('accepts a password with any character, a file for it, an authority and another retention; and is frozen', async () => {
    const encoded = encodeURIComponent('p/?#@:% "é');
    expect(database(`postgres://me:${encoded}@localhost/db`)).toMatchObject({ password: 'p/?#@:% "é' });
    const { certificate } = await makeCertificate(['localhost']);
    const [caFile, passwordFile] = [temporaryFile(certificate), temporaryFile('secret\n')];
    const url = `postgres://me@db.example.com/db?sslrootcert=${caFile}`;
    const given = database(url, { DATABASE_PASSWORD_FILE: passwordFile, HISTORY_RETENTION_DAYS: '30' });
    expect(given).toMatchObject({ tls: { caFile }, passwordFile, password: undefined, retentionDays: 30 });
    expect(Object.isFrozen(given)).toBe(true);
  });

  it.each([
    ['sqlite:', 'must be sqlite:PATH, but the path is missing'],
    ['sqlite://host/path', 'must be sqlite:PATH, and the path must start with one slash or none'],
    ['hush-Secret.db', /^must be sqlite:PATH, postgres:.* or off;/],
    ['mysql://me:hush-Secret@h/db', /^must be sqlite:PATH, postgres:.* or off;/],
    ['not-postgres://me:hush-Secret@h/db', /^must be sqlite:PATH, postgres:.* or off;/],
    ['postgres:me:hush-Secret', /^must be sqlite:PATH, postgres:.* or off;/],
    ['postgres://me:hush/Secret@h/db', /^must be sqlite:PATH, postgres:.* or off;/],
    ['postgres://me:hush-Secret@h:70000/db', /^must be sqlite:PATH, postgres:.* or off;/],
    ['postgres:///db', /^must be sqlite:PATH, postgres:.* or off;/],
    ['postgres://:hush-Secret@h/db', 'must name a user: postgres://USER@HOST/DATABASE'],
    ['postgres://hush-Secret/db', 'must name a user: postgres://USER@HOST/DATABASE'],
    ['postgres://me:hush-Secret@h', 'must name a database: postgres://USER@HOST/DATABASE'],
    ['postgres://me:hush-Secret@h/db/more', 'must name a database: postgres://USER@HOST/DATABASE'],
    ['postgres://me:hush-Secret@h/db#x', 'must not have a #; in a password it is written as %23'],
    ['postgres://me:hush%Secret@h/db', /^must have a % only as the start/],
    ['postgres://me@h/db?password=hush-Secret', 'may have only the parameters host, sslmode and sslrootcert'],
    ['postgres://me@h/db?hush-Secret', 'may have only the parameters host, sslmode and sslrootcert'],
    ['postgres://me@h/db?host=other', /^must have the folder of a socket/],
    [
      'postgres://me:hush-Secret@h/db?sslmode=disable',
      /^must not have sslmode=disable: plain text works only on loopback/,
    ],
    ['postgres://me:hush-Secret@h/db?sslmode=prefer', /^must have disable, require, verify-ca or verify-full/],
    ['postgres://me:hush-Secret@h/db?sslrootcert=/nowhere', /^must name a file with a certificate/],
  ])('is refused as %s, and nothing of it is shown', (DATABASE_URL, problem) => {
    const [said = '', ...others] = problemsWith({ DATABASE_URL });
    expect(said.replace(/^DATABASE_URL /, '')).toEqual(
      typeof problem === 'string' ? problem : (expect.stringMatching(problem) as unknown),
    );
    expect([others, /hush/i.test(said)]).toEqual([[], false]);
  });
});

describe('DATABASE_PASSWORD_FILE', () => {
  const file = () => temporaryFile('secret\n');
  const onlyPostgres = 'must not be set if DATABASE_URL is not postgres://…: only PostgreSQL has a password';

  it.each([
    [undefined, file, onlyPostgres],
    ['sqlite:x.db', file, onlyPostgres],
    ['off', file, onlyPostgres],
    ['postgres://me:secret@h/db', file, 'must not be set together with a password in DATABASE_URL'],
    ['postgres://me@h/db', () => temporaryFile('\nsecret'), 'names an empty file'],
    ['postgres://me@h/db', () => '/nowhere', 'names a file that cannot be read (ENOENT)'],
  ])('beside %s is told when it is wrong', (DATABASE_URL, make, problem) => {
    expect(problemsWith({ DATABASE_URL, DATABASE_PASSWORD_FILE: make() })).toEqual([
      `DATABASE_PASSWORD_FILE ${problem}`,
    ]);
  });
});

describe('HISTORY_RETENTION_DAYS', () => {
  it.each(['0', '-1', '1.5', '36501', 'x'])('is refused as %s', (HISTORY_RETENTION_DAYS) => {
    expect(problemsWith({ HISTORY_RETENTION_DAYS })).toEqual([
      'HISTORY_RETENTION_DAYS must be a whole number from 1 to 36500',
    ]);
  });
});
