import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import type { ForeignHash } from './foreign-hash.ts';
import { formatForeignHash } from './format-foreign-hash.ts';
import { parseForeignHash, parseSaltedDigest, type ParsedForeignHash } from './parse-foreign-hash.ts';
import { verifyForeignHash } from './verify-foreign-hash.ts';

const password = 'Mậtkhẩu@1';
const digest = (name: string, text: string) => createHash(name).update(text).digest();
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/u, '');

/** Verifies the password and a different password against the hash. */
async function verdicts(parsed: ParsedForeignHash): Promise<readonly boolean[]> {
  const hash = hashOf(parsed);
  return [await verifyForeignHash(hash, password), await verifyForeignHash(hash, 'Mậtkhẩu@2')];
}

function hashOf(parsed: ParsedForeignHash): ForeignHash {
  if ('hash' in parsed) return parsed.hash;
  throw new Error(`refused with ${parsed.problem}`);
}

const pbkdf2 = (name: string, salt: string | Buffer, count = 1_000) =>
  pbkdf2Sync(password, salt, count, 32, name);
const scrypt = (salt: string | Buffer) => scryptSync(password, salt, 64, { N: 1_024, r: 8, p: 1 });
describe('a hash of another system', () => {
  const salt = Buffer.from('muối#16 bytes..');
  const hashes: readonly [string, () => Promise<string> | string][] = [
    ['argon2id', () => argon2(password, { memoryCost: 1_024, timeCost: 1 })],
    [
      'argon2i',
      () => '$argon2i$v=19$m=1024,t=1,p=1$NwYUoFoQ0cyJ3TROxxxJ5w$DaOfRNOllSH7SYOwmJh9+9awwRTElqfDDWmjwQz0uRo',
    ],
    ['bcrypt', () => bcrypt(password, { cost: 4 })],
    ['bcrypt of PHP', async () => (await bcrypt(password, { cost: 4 })).replace('$2b$', '$2y$')],
    ['scrypt of passlib', () => `$scrypt$ln=10,r=8,p=1$${base64(salt)}$${base64(scrypt(salt))}`],
    ['scrypt of Werkzeug', () => `scrypt:1024:8:1$saltsalt$${scrypt('saltsalt').toString('hex')}`],
    ['scrypt of Django', () => `scrypt$1024$saltsalt$8$1$${scrypt('saltsalt').toString('base64')}`],
    [
      'PBKDF2 of Django',
      () => `pbkdf2_sha256$1000$saltsalt$${pbkdf2('sha256', 'saltsalt').toString('base64')}`,
    ],
    [
      'PBKDF2 of Werkzeug',
      () => `pbkdf2:sha512:1000$saltsalt$${pbkdf2('sha512', 'saltsalt').toString('hex')}`,
    ],
    [
      'PBKDF2 of passlib',
      () =>
        `$pbkdf2-sha256$1000$${base64(salt).replaceAll('+', '.')}$${base64(pbkdf2('sha256', salt)).replaceAll('+', '.')}`,
    ],
    [
      'SSHA of LDAP',
      () =>
        `{SSHA}${Buffer.concat([digest('sha1', `${password}xyz`), Buffer.from('xyz')]).toString('base64')}`,
    ],
    [
      'SSHA512 of LDAP',
      () =>
        `{SSHA512}${Buffer.concat([digest('sha512', `${password}xyz`), Buffer.from('xyz')]).toString('base64')}`,
    ],
    ['salted SHA of Django', () => `sha1$xyz$${digest('sha1', `xyz${password}`).toString('hex')}`],
  ];
  it.each(hashes)('of the kind %s is parsed and verified', async (_kind, make) => {
    expect(await verdicts(parseForeignHash(await make()))).toEqual([true, false]);
  });

  it.each(['sha1', 'sha256', 'sha512'] as const)(
    'requires the salt and its position for a plain %s',
    async (name) => {
      const before = digest(name, `muối${password}`).toString('hex');
      const after = digest(name, `${password}muối`).toString('base64');
      expect(await verdicts(parseSaltedDigest(before, 'muối', { digest: name, position: 'before' }))).toEqual(
        [true, false],
      );
      expect(await verdicts(parseSaltedDigest(after, 'muối', { digest: name, position: 'after' }))).toEqual([
        true,
        false,
      ]);
      expect(parseSaltedDigest(before, '', { digest: name, position: 'before' })).toEqual({
        problem: 'hashSalt',
      });
      expect(parseForeignHash(before)).toEqual({ problem: 'hashFormat' });
    },
  );

  const tail = `$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(32))}`;
  it.each([
    ['hashCost', `$argon2id$v=19$m=10485760,t=1,p=1${tail}`],
    ['hashCost', `$argon2id$v=19$m=19456,t=999,p=1${tail}`],
    ['hashCost', `$2b$15$${'a'.repeat(53)}`],
    ['hashCost', `$scrypt$ln=26,r=8,p=1${tail}`],
    ['hashCost', `$scrypt$ln=14,r=8,p=999${tail}`],
    ['hashCost', `pbkdf2_sha256$900000000$salt$${base64(Buffer.alloc(32))}`],
    ['hashFormat', `$argon2id$v=19$m=19456,t=2,p=1$short`],
    ['hashFormat', '$2b$03$short'],
    ['hashFormat', `$2x$10$${'a'.repeat(53)}`],
    ['hashFormat', 'plaintext'],
    ['hashFormat', `$scrypt$ln=0,r=8,p=1${tail}`],
    ['hashFormat', 'x'.repeat(5_000)],
    ['hashSalt', `{SSHA}${Buffer.alloc(20).toString('base64')}`],
  ])('is refused with %s: %.40s', (problem, text) => {
    expect(parseForeignHash(text)).toEqual({ problem });
  });

  it.each(['a$b', '$', '$$1$', ' muối\n', "'=1+1"])(
    'exports a hash with the salt %j from another column in a form that can be imported again',
    (text) => {
      for (const position of ['before', 'after'] as const) {
        const hex = digest('sha256', `${text}${password}`).toString('hex');
        const parsed = parseSaltedDigest(hex, text, { digest: 'sha256', position });
        expect(parseForeignHash(formatForeignHash(hashOf(parsed)))).toEqual(parsed);
      }
    },
  );

  it.each(hashes)('exports a hash of the kind %s in a form that can be parsed again', async (_kind, make) => {
    const parsed = parseForeignHash(await make());
    expect(parseForeignHash(formatForeignHash(hashOf(parsed)))).toEqual(parsed);
  });
});
