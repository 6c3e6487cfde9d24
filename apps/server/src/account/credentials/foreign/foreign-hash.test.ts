import { createHash, createHmac, pbkdf2Sync, scryptSync } from 'node:crypto';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import type { ForeignHash } from './foreign-hash.ts';
import { formatForeignHash } from './format-foreign-hash.ts';
import {
  parseFirebase,
  parseForeignHash,
  parseSaltedDigest,
  type ParsedForeignHash,
} from './parse-foreign-hash.ts';
import { verifyForeignHash } from './verify-foreign-hash.ts';

const password = 'Mậtkhẩu@1';
const digest = (name: string, text: string) => createHash(name).update(text).digest();
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/u, '');

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

const keycloakText = (length: number) => {
  const text = JSON.stringify({
    hashIterations: 1,
    algorithm: 'pbkdf2-sha256',
    value: base64(Buffer.alloc(32)),
    salt: base64(Buffer.alloc(16)),
  });
  return `{${' '.repeat(length - text.length)}${text.slice(1)}`;
};

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
    [
      'ASP.NET Identity version 3',
      () => {
        const head = Buffer.from('0100000002000003e800000010', 'hex');
        return Buffer.concat([head, salt.subarray(0, 16), pbkdf2('sha512', salt.subarray(0, 16))]).toString(
          'base64',
        );
      },
    ],
    [
      'ASP.NET Identity version 2',
      () =>
        Buffer.concat([Buffer.alloc(1), salt.subarray(0, 16), pbkdf2('sha1', salt.subarray(0, 16))]).toString(
          'base64',
        ),
    ],
    [
      'PBKDF2 of Keycloak',
      () =>
        JSON.stringify({
          hashIterations: 1_000,
          algorithm: 'pbkdf2-sha256',
          value: pbkdf2('sha256', salt).toString('base64'),
          salt: salt.toString('base64'),
        }),
    ],
    [
      'PBKDF2 of a Keycloak export',
      () =>
        JSON.stringify({
          type: 'password',
          credentialData: JSON.stringify({ hashIterations: 1_000, algorithm: 'pbkdf2-sha512' }),
          secretData: JSON.stringify({
            value: pbkdf2('sha512', salt).toString('base64'),
            salt: salt.toString('base64'),
          }),
        }),
    ],
    [
      'argon2 of Keycloak',
      async () => {
        const [, , , , argonSalt = '', value = ''] = (
          await argon2(password, { memoryCost: 1_024, timeCost: 1 })
        ).split('$');
        return JSON.stringify({
          // Real Keycloak exports contain empty `additionalParameters` in `secretData`.
          secretData: { value, salt: argonSalt, additionalParameters: {} },
          credentialData: {
            hashIterations: 1,
            algorithm: 'argon2',
            additionalParameters: { type: ['id'], memory: ['1024'], parallelism: ['1'], version: ['1.3'] },
          },
        });
      },
    ],
    [
      'PBKDF2 in the list of a Keycloak user’s credentials',
      () =>
        JSON.stringify([
          { type: 'otp', secretData: '{"value":"x"}', credentialData: '{"subType":"totp"}' },
          {
            type: 'password',
            algorithm: 'pbkdf2-sha512',
            hashIterations: 1_000,
            value: pbkdf2('sha512', salt).toString('base64'),
            salt: salt.toString('base64'),
          },
        ]),
    ],
    [
      'PBKDF2 with SHA-1 of Keycloak',
      () =>
        JSON.stringify({
          hashIterations: 1_000,
          algorithm: 'pbkdf2',
          value: pbkdf2('sha1', salt).toString('base64'),
          salt: salt.toString('base64'),
        }),
    ],
    [
      'argon2 of Keycloak without a version',
      async () => {
        const [, , , , argonSalt = '', value = ''] = (
          await argon2(password, { memoryCost: 1_024, timeCost: 1 })
        ).split('$');
        return JSON.stringify({
          value,
          salt: argonSalt,
          hashIterations: 1,
          algorithm: 'argon2',
          additionalParameters: { type: 'id', memory: '1024', parallelism: '1' },
        });
      },
    ],
    [
      'argon2 of Spring Security',
      async () => `{argon2}${await argon2(password, { memoryCost: 1_024, timeCost: 1 })}`,
    ],
    [
      'scrypt with a prefix in capitals',
      () => `{SCRYPT}$scrypt$ln=10,r=8,p=1$${base64(salt)}$${base64(scrypt(salt))}`,
    ],
    ...["'", '‘', '’'].map((quote): [string, () => Promise<string>] => [
      `bcrypt after the text mark ${quote} of a spreadsheet`,
      async () => quote + (await bcrypt(password, { cost: 4 })),
    ]),
    ['bcrypt of Spring Security', async () => `{bcrypt}${await bcrypt(password, { cost: 4 })}`],
    ['bcrypt of OpenLDAP', async () => `{CRYPT}${await bcrypt(password, { cost: 4 })}`],
    ['bcrypt of Django', async () => `bcrypt$${await bcrypt(password, { cost: 4 })}`],
    ['argon2 of Django', async () => `argon2${await argon2(password, { memoryCost: 1_024, timeCost: 1 })}`],
    ['bcrypt after the apostrophe of a spreadsheet', async () => `'${await bcrypt(password, { cost: 4 })}`],
    [
      'WordPress 6.8',
      async () =>
        `$wp${(await bcrypt(createHmac('sha384', 'wp-sha384').update(password).digest('base64'), { cost: 4 })).replace('$2b$', '$2y$')}`,
    ],
    ['salted SHA of Django', () => `sha1$xyz$${digest('sha1', `xyz${password}`).toString('hex')}`],
  ];
  it.each(hashes)('is parsed and verified if its kind is %s', async (_kind, make) => {
    expect(await verdicts(parseForeignHash(await make()))).toEqual([true, false]);
  });

  it.each(['sha1', 'sha256', 'sha512'] as const)(
    'requires a salt and the salt’s position if it is a plain %s',
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

  // Published test vectors of phpass, Supabase and Ory Kratos.
  it.each([
    ['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', 'test12345'],
    ['$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', 'test12345'],
    ['$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/', ' test\n'],
    [
      '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==',
      'mytestpassword',
    ],
    [
      '$firescrypt$ln=14,r=8,p=1$sPtDhWcd1MfdAw==$xbSou7FOl6mChCyzpCPIQ7tku7nsQMTFtyOZSXXd7tjBa4NtimOx7v42Gv2SfzPQu1oxM2/k4SsbOu73wlKe1A==$Bw==$YE0dO4bwD4JnJafh6lZZfkp1MtKzuKAXQcDCJNJNyeCHairWHKENOkbh3dzwaCdizzOspwr/FITUVlnOAwPKyw==',
      '8x4WjoDbSxJZdR',
    ],
  ])('matches the password of the published test vector %s', async (text, published) => {
    const hash = hashOf(parseForeignHash(text));
    expect(await verifyForeignHash(hash, published)).toBe(true);
    expect(await verifyForeignHash(hash, `${published}x`)).toBe(false);
    expect(parseForeignHash(formatForeignHash(hash))).toEqual({ hash });
  });

  it('of WordPress 6.8 matches a password without its surrounding spaces', async () => {
    const hmac = createHmac('sha384', 'wp-sha384').update(password).digest('base64');
    const hash = hashOf(parseForeignHash(`$wp${await bcrypt(hmac, { cost: 4 })}`));
    expect(await verifyForeignHash(hash, ` ${password}\n`)).toBe(true);
  });

  it('is refused above 2,048 characters', () => {
    expect(parseForeignHash(keycloakText(2_048))).toHaveProperty('hash');
    expect(parseForeignHash(keycloakText(2_049))).toEqual({ problem: 'hashFormat' });
  });

  it('can come from Firebase with the project’s parameters', async () => {
    const parameters = {
      signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
      saltSeparator: 'Bw==',
      rounds: 8,
      memoryCost: 14,
    };
    const hash = 'lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==';
    expect(
      await verifyForeignHash(hashOf(parseFirebase(hash, '42xEC-ixf3L2lw==', parameters)), 'user1password'),
    ).toBe(true);
    expect(parseFirebase(hash, '', parameters)).toEqual({ problem: 'hashSalt' });
    for (const change of [{ memoryCost: 18 }, { memoryCost: 17, rounds: 9 }])
      expect(parseFirebase(hash, 'AA==', { ...parameters, ...change })).toEqual({ problem: 'hashCost' });
    expect(parseFirebase(hash, 'AA==', { ...parameters, memoryCost: 17 })).toHaveProperty('hash');
    const longest = Buffer.alloc(256).toString('base64');
    expect(parseFirebase(hash, longest, { ...parameters, saltSeparator: longest })).toHaveProperty('hash');
    const tooLong = Buffer.alloc(257).toString('base64');
    for (const change of [{ memoryCost: 0 }, { rounds: 0 }, { saltSeparator: tooLong }])
      expect(parseFirebase(hash, 'AA==', { ...parameters, ...change })).toEqual({ problem: 'hashFormat' });
    const refused = parseFirebase('not base64!', 'AA==', parameters);
    expect(refused).toHaveProperty('problem');
    const short = parameters.signerKey.slice(0, 44);
    for (const [output, saltText, signerKey] of [
      [hash, 'not base64!', parameters.signerKey],
      [hash, 'AA==', 'not base64!'],
      [hash, 'AA==', ''],
      [hash, 'AA==', short],
      [hash.slice(0, 44), 'AA==', parameters.signerKey],
    ] as const)
      expect(parseFirebase(output, saltText, { ...parameters, signerKey })).toEqual(refused);
  });

  const tail = `$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(32))}`;
  it.each([
    ['hashCost', `$argon2id$v=19$m=10485760,t=1,p=1${tail}`],
    ['hashCost', `$argon2id$v=19$m=19456,t=999,p=1${tail}`],
    ['hashCost', `$2b$15$${'a'.repeat(53)}`],
    ['hashCost', `$scrypt$ln=26,r=8,p=1${tail}`],
    ['hashCost', `$scrypt$ln=14,r=8,p=999${tail}`],
    ['hashCost', `pbkdf2_sha256$900000000$salt$${base64(Buffer.alloc(32))}`],
    ['hashCost', `$argon2id$v=19$m=131073,t=10,p=16${tail}`],
    ['hashCost', `$argon2id$v=19$m=131072,t=11,p=16${tail}`],
    ['hashCost', `$argon2id$v=19$m=131072,t=10,p=17${tail}`],
    ['hashCost', `$2b$14$${'a'.repeat(53)}`],
    ['hashCost', `scrypt:131072:9:1$saltsalt$${'ab'.repeat(32)}`],
    ['hashCost', `scrypt:131072:8:3$saltsalt$${'ab'.repeat(32)}`],
    ['hashCost', `pbkdf2:sha256:2000001$saltsalt$${'ab'.repeat(32)}`],
    ['hashFormat', `pbkdf2:sha256:1$${'s'.repeat(257)}$${'ab'.repeat(32)}`],
    ['hashFormat', `pbkdf2:sha256:1$saltsalt$${'ab'.repeat(15)}`],
    ['hashFormat', `pbkdf2:sha256:1$saltsalt$${'ab'.repeat(129)}`],
    ['hashFormat', `pbkdf2:sha256:0$saltsalt$${'ab'.repeat(32)}`],
    ['hashFormat', `scrypt:1:8:1$saltsalt$${'ab'.repeat(32)}`],
    ['hashFormat', `$argon2id$v=19$m=19456,t=2,p=1$short`],
    ['hashFormat', '$2b$03$short'],
    ['hashFormat', `$P$4${'a'.repeat(30)}`],
    ['hashFormat', '$P$Bshort'],
    ['hashCost', `$P$E${'a'.repeat(30)}`],
    ['hashCost', `$wp$2y$15$${'a'.repeat(53)}`],
    ['hashFormat', '$wp$2y$10$short'],
    ['hashFormat', '{"algorithm":"pbkdf2-sha256","hashIterations":27500,"value":"abc","salt":"abc"}'],
    ['hashFormat', '{"algorithm":"pbkdf2-sha256","value":7}'],
    ['hashFormat', '{not json'],
    ['hashFormat', '[{"type":"otp","value":"YWJj","salt":"YWJj"}]'],
    [
      'hashFormat',
      JSON.stringify({
        algorithm: 'argon2',
        hashIterations: 5,
        value: base64(Buffer.alloc(32)),
        salt: base64(Buffer.alloc(16)),
        additionalParameters: { type: ['id'], memory: ['7168'], parallelism: ['1'], version: ['1.0'] },
      }),
    ],
    ['hashFormat', 'qM2Kk1dGVzdA=='],
    ['hashFormat', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['hashFormat', '*'],
    [
      'hashFormat',
      Buffer.concat([Buffer.from('010000000200000001ffffffff', 'hex'), Buffer.alloc(40)]).toString('base64'),
    ],
    ['hashFormat', `$2x$10$${'a'.repeat(53)}`],
    ['hashFormat', Buffer.from('010000000200000001000000', 'hex').toString('base64')],
    ['hashFormat', 'plaintext'],
    ['hashFormat', `$scrypt$ln=0,r=8,p=1${tail}`],
    ['hashFormat', 'x'.repeat(5_000)],
    ['hashSalt', `{SSHA}${Buffer.alloc(20).toString('base64')}`],
  ])('is refused with the problem %s: %s', (problem, text) => {
    expect(parseForeignHash(text)).toEqual({ problem });
  });

  it.each([
    `$argon2id$v=19$m=131072,t=10,p=16${tail}`,
    `$2b$13$${'a'.repeat(53)}`,
    `$2b$04$${'a'.repeat(53)}`,
    `scrypt:131072:8:2$saltsalt$${'ab'.repeat(32)}`,
    `scrypt:2:1:1$saltsalt$${'ab'.repeat(32)}`,
    `pbkdf2:sha256:2000000$${'s'.repeat(256)}$${'ab'.repeat(128)}`,
    `pbkdf2:sha256:1$s$${'ab'.repeat(16)}`,
    `$P$5${'a'.repeat(30)}`,
    `$P$D${'a'.repeat(30)}`,
  ])('is accepted at the limit of its cost or length: %s', (text) => {
    expect(parseForeignHash(text)).toHaveProperty('hash');
  });

  it.each(['a$b', '$', '$$1$', ' muối\n', "'=1+1"])(
    'can be parsed again after its export with the separate salt %j',
    (text) => {
      for (const position of ['before', 'after'] as const) {
        const hex = digest('sha256', `${text}${password}`).toString('hex');
        const parsed = parseSaltedDigest(hex, text, { digest: 'sha256', position });
        expect(parseForeignHash(formatForeignHash(hashOf(parsed)))).toEqual(parsed);
      }
    },
  );

  it.each(hashes)('can be parsed again after its export if its kind is %s', async (_kind, make) => {
    const parsed = parseForeignHash(await make());
    expect(parseForeignHash(formatForeignHash(hashOf(parsed)))).toEqual(parsed);
  });
});
