import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '@vid/testkit/accounts';
import { callOidc, signedIn, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '../testing/operator.ts';

let server: SsoServer;
let operator: Operator;
let folder: string;

beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server, server.origin);
  folder = await mkdtemp(join(tmpdir(), 'vid-application-'));
});
afterAll(async () => {
  await operator.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const application = (...line: readonly string[]) => operator.vid('application', ...line);
const ok = (...line: readonly string[]) => operator.ok('application', ...line);
const secretIn = (text: string): string => /^Secret (\S{43})$/mu.exec(text)?.[1] ?? '';

/** Requests a token with the client credentials grant, which needs only the client's secret. */
const tokenFor = async (client: string, secret: string) => {
  const { status, body } = await callOidc(
    server,
    '/token',
    { grant_type: 'client_credentials' },
    { client, secret },
  );
  return [status, body['error']];
};
const works = [200, undefined];
const refused = [401, 'invalid_client'];

const validate = async (appCode: string, clientId: string, redirectUrls: string) => {
  const { browser } = await signedIn(server);
  const { status, body } = await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
    appCode,
    clientId,
    redirectUrls,
  });
  return [status, body['message']];
};

describe('the application command', () => {
  it('prints its usage without arguments or with “help”', async () => {
    for (const line of [[], ['help']])
      expect(await application(...line)).toMatchObject({
        code: 0,
        text: expect.stringContaining('application client-add <code> --kind'),
      });
  });

  it('registers, lists and shows an application with its clients', async () => {
    expect(await ok('add', 'shop', '--name', 'Sàn giao dịch', '--first-party')).toContain(
      'Next: application client-add shop',
    );
    expect(await ok('list')).toBe('shop  Sàn giao dịch  open  active  0 clients');
    const made = await ok(
      'client-add',
      'shop',
      '--kind=web',
      '--id=shop-web',
      '--redirect=https://shop.example.vn/cb',
      '--post-logout=https://shop.example.vn/',
      '--backchannel=https://shop.example.vn/out',
    );
    expect(made).toMatch(/^Client shop-web\nSecret \S{43}\n\nThe secret is not shown again\.$/u);
    // Read the day from the database, because it may change while the test runs.
    const day = await server.deps.sql<{ day: string }[]>`
      select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day from clients where id = 'shop-web'`.first();
    expect(await ok('show', 'shop')).toBe(
      [
        'shop  Sàn giao dịch',
        '  open, active, first-party',
        '  people 0, of these 0 locked',
        '',
        'shop-web  web  client_secret_basic  active',
        '  name          Sàn giao dịch',
        '  redirect      https://shop.example.vn/cb',
        '  post-logout   https://shop.example.vn/',
        '  back-channel  https://shop.example.vn/out',
        '  id token      ES256',
        '  scopes        openid profile email phone vid broker offline_access',
        `  secret        since ${day?.day}`,
        `  registered    ${day?.day}`,
      ].join('\n'),
    );
    expect(await validate('shop', 'shop-web', 'https://shop.example.vn/cb')).toEqual([200, undefined]);
  });

  it.each([
    [['add', 'shop'], 1, 'The code shop is taken.'],
    [['add', 'a b'], 1, 'A code has 2 to 41 letters, digits, - or _.'],
    [['show', 'none'], 1, 'There is no application with the code none.'],
    [['disable', 'none'], 1, 'There is no application with the code none.'],
    [['client-add', 'none', '--kind', 'machine'], 1, 'There is no application with the code none.'],
    [['client-disable', 'none'], 1, 'There is no client none.'],
    [['secret-rotate', 'none'], 1, 'There is no client none.'],
    [['client-add', 'shop'], 64, '--kind must be one of web, spa, native, machine.'],
    [['client-add', 'shop', '--kind', 'web'], 1, 'At least one redirect URI is required'],
    [['client-add', 'shop', '--kind', 'machine', '--id', 'shop-web'], 1, 'The client id shop-web is taken.'],
    [
      ['client-add', 'shop', '--kind', 'machine', '--auth', 'private_key_jwt'],
      1,
      'private_key_jwt requires the client’s public keys',
    ],
    [
      [
        'client-add',
        'shop',
        '--kind',
        'spa',
        '--redirect',
        'https://a.example.vn/',
        '--auth',
        'client_secret_post',
      ],
      1,
      'A single-page client cannot keep a secret',
    ],
    [['add', 'nameless', '--name', ''], 1, 'A name needs at least one letter or digit'],
    [['add', 'nameless', '--name', ' \u200b'], 1, 'A name needs at least one letter or digit'],
    [['add', 'nameless', '--name', 'Sàn\u001b[31m'], 1, 'A name needs at least one letter or digit'],
    [['add', 'nameless', '--name', 'x'.repeat(101)], 1, 'A name needs at least one letter or digit'],
    [['client-add', 'shop', '--kind', 'machine', '--id', ''], 1, 'The client id "" cannot be registered'],
    [
      ['client-add', 'shop', '--kind', 'machine', '--id', 'tên khách'],
      1,
      'it must be 1 to 128 letters, digits',
    ],
    [['client-add', 'shop', '--kind', 'machine', '--id', 'vid-web'], 1, 'vid-web is VID itself'],
    [['add'], 64, 'application add <code>'],
    [['nonsense'], 64, 'Unknown subcommand “application nonsense”.'],
    [['list', '--fast'], 64, '--fast'],
  ])('with %j ends with exit code %i and an explanation', async (line, code, message) => {
    expect(await application(...line)).toMatchObject({ code, text: expect.stringContaining(message) });
  });

  it.each([
    ['add x', ['kind=spa']],
    ['list', ['name=x', 'former=now']],
    ['client-add shop --kind=spa', ['logo=x', 'owner=x', 'restricted', 'first-party', 'former=now']],
    ['client-set shop-web', ['restricted', 'kind=spa', 'id=x', 'device', 'metadata=x', 'former=now']],
    ['secret-rotate shop-web', ['redirect=x', 'par']],
    ['show shop', ['name=x', 'par']],
    ['logo shop none', ['former=now']],
    ['disable shop', ['former=now']],
  ])('rejects options of other subcommands in “%s”', async (line, others) => {
    const words = line.split(' ');
    for (const option of others)
      expect(await application(...words, `--${option}`)).toMatchObject({
        code: 64,
        text: expect.stringContaining(`“application ${words[0]}” does not take --${option.split('=')[0]}.`),
      });
    expect(await ok('list')).toMatch(/^shop .* open +active +1 client$/mu);
  });

  it('makes a disabled application or client unusable from the next request on', async () => {
    const secret = secretIn(await ok('client-add', 'shop', '--kind', 'machine', '--id', 'shop-job'));
    expect(await tokenFor('shop-job', secret)).toEqual(works);
    for (const [off, on] of [
      [
        ['client-disable', 'shop-job'],
        ['client-enable', 'shop-job'],
      ],
      [
        ['disable', 'shop'],
        ['enable', 'shop'],
      ],
    ] as const) {
      expect(await ok(...off)).toBe(`${off[1]} is disabled, starting with the next request.`);
      expect(await tokenFor('shop-job', secret)).toEqual(refused);
      expect(await ok('show', 'shop')).toContain('disabled');
      expect(await ok(...on)).toBe(`${on[1]} is enabled, starting with the next request.`);
      expect(await tokenFor('shop-job', secret)).toEqual(works);
    }
  });

  it('opens a restricted application to an account by granting a role', async () => {
    await ok('add', 'staff', '--name', 'Nội bộ', '--restricted');
    await ok(
      'client-add',
      'staff',
      '--kind',
      'web',
      '--id',
      'staff-web',
      '--redirect',
      'https://staff.example.vn/',
    );
    const { phone, id: accountId } = await createAccount(server, { password: null, name: 'Vũ Thị Lan' });
    const mayEnter = async () => {
      const { browser } = await signedIn(server, { accountId });
      await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
        appCode: 'staff',
        clientId: 'staff-web',
        redirectUrls: 'https://staff.example.vn/',
      });
      const asked = await browser.post('/vid/api/auth/code/request', {
        appCode: 'staff',
        clientId: 'staff-web',
        codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      });
      return asked.body['message'];
    };
    expect(await mayEnter()).toBe('SSO_FORBIDDEN');
    expect(await ok('grant', 'staff', phone, 'editor')).toBe('Granted.');
    expect(await mayEnter()).not.toBe('SSO_FORBIDDEN');
    expect(await ok('withdraw', 'staff', phone)).toBe('1 role withdrawn.');
    expect(await mayEnter()).toBe('SSO_FORBIDDEN');
    expect(await application('grant', 'staff', phone, 'Chief Editor')).toMatchObject({
      code: 1,
      text: 'A role must be a lower-case word.',
    });
    expect(await application('grant', 'staff', '0900000999', 'editor')).toMatchObject({
      code: 1,
      text: expect.stringContaining('ACCOUNT_NOT_FOUND'),
    });
  });

  it('grants no role or application to a possibly reassigned phone', async () => {
    const { phone, id } = await createAccount(server, { password: null });
    await ok('add', 'sleepy', '--name', 'Ngủ');
    await ok('grant', 'sleepy', phone, 'editor');
    await server.deps.sql`update accounts set last_sign_in_at = now() - interval '181 days' where id = ${id}`;
    for (const line of [
      ['grant', 'sleepy', phone, 'viewer'],
      ['add', 'owned', '--name', 'Ngủ', '--owner', phone],
    ])
      expect(await application(...line)).toMatchObject({
        code: 1,
        text: expect.stringContaining('ACCOUNT_NOT_FOUND'),
      });
    expect(await ok('withdraw', 'sleepy', phone)).toBe('1 role withdrawn.');
  });
});

const passHours = (hours: number) =>
  server.deps.sql`update client_secrets set expires_at = expires_at - make_interval(hours => ${hours}::int)`;

async function addWithKey(id: string, key: CryptoKey) {
  const jwks = join(folder, `${id}.json`);
  await writeFile(jwks, JSON.stringify({ keys: [{ ...(await exportJWK(key)), alg: 'ES256', use: 'sig' }] }));
  const auth = ['--auth', 'private_key_jwt', '--jwks', jwks];
  return application('client-add', 'jobs', '--kind', 'machine', '--id', id, ...auth);
}

describe('a client’s secret', () => {
  it('stays valid for 24 hours after a rotation', async () => {
    await ok('add', 'jobs', '--name', 'Jobs');
    const first = secretIn(await ok('client-add', 'jobs', '--kind', 'machine', '--id', 'jobs-one'));
    const rotated = await ok('secret-rotate', 'jobs-one');
    const second = secretIn(rotated);
    expect(rotated).toContain('The former secret works for 24h more; older ones are revoked.');
    expect(second).not.toBe(first);
    expect([await tokenFor('jobs-one', first), await tokenFor('jobs-one', second)]).toEqual([works, works]);
    expect(await tokenFor('jobs-one', `${second}x`)).toEqual(refused);

    await passHours(23);
    expect(await tokenFor('jobs-one', first)).toEqual(works);
    await passHours(1);
    expect(await tokenFor('jobs-one', first)).toEqual(refused);
    expect(await tokenFor('jobs-one', second)).toEqual(works);
  });

  it('is revoked by a second rotation', async () => {
    const secrets = [secretIn(await ok('client-add', 'jobs', '--kind', 'machine', '--id', 'jobs-often'))];
    for (let round = 0; round < 3; round += 1)
      secrets.push(secretIn(await ok('secret-rotate', 'jobs-often')));
    const tried = await Promise.all(secrets.map((secret) => tokenFor('jobs-often', secret)));
    expect(tried).toEqual([refused, refused, works, works]);
    await passHours(24);
    expect(await tokenFor('jobs-often', secrets[2] ?? '')).toEqual(refused);
    expect(await tokenFor('jobs-often', secrets[3] ?? '')).toEqual(works);
  });

  it('is revoked by a rotation with --former now, without affecting other clients', async () => {
    const other = secretIn(await ok('client-add', 'jobs', '--kind', 'machine', '--id', 'jobs-other'));
    const first = secretIn(await ok('client-add', 'jobs', '--kind', 'machine', '--id', 'jobs-known'));
    const second = secretIn(await ok('secret-rotate', 'jobs-known'));
    const rotated = await ok('secret-rotate', 'jobs-known', '--former', 'now');
    expect(rotated).toContain('All former secrets are revoked.');
    const tried = [first, second, secretIn(rotated)].map((secret) => tokenFor('jobs-known', secret));
    expect(await Promise.all(tried)).toEqual([refused, refused, works]);
    expect(await tokenFor('jobs-other', other)).toEqual(works);
  });

  it('is stored only as a hash', async () => {
    const secret = secretIn(await ok('client-add', 'jobs', '--kind', 'machine', '--id', 'jobs-two'));
    const rows = await server.deps.sql<{ row: string }[]>`
      select client_secrets::text as row from client_secrets`;
    const all = rows.map(({ row }) => row).join('\n');
    expect(all).toContain('jobs-two');
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret).toString('hex'));
  });

  it('is not created for a client with a public key', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    expect(await addWithKey('jobs-leak', privateKey)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Key 1 of the set cannot be used: it is private or symmetric'),
    });
    expect(await addWithKey('jobs-key', publicKey)).toEqual({
      code: 0,
      text: 'Client jobs-key',
    });
    const shown = await ok('show', 'jobs');
    expect(shown).toContain('jobs-key  machine  private_key_jwt  active');
    expect(shown).not.toContain('jobs-leak');
    expect(shown).not.toContain('device flow only');
  });
});

async function addWithFile(text: string | Buffer | undefined, ...more: readonly string[]) {
  const jwks = join(folder, 'keys.json');
  await rm(jwks, { force: true });
  if (text !== undefined) await writeFile(jwks, text);
  return application('client-add', 'jobs', '--kind', 'machine', '--jwks', jwks, ...more);
}

describe('a JWK set file', () => {
  it.each([
    [undefined, 64, 'keys.json cannot be read: it does not exist. --jwks expects'],
    ['{"keys":', 64, 'keys.json is not JSON'],
    ['\uFEFF{"keys":[]}', 1, 'These keys cannot be used: it is not {"keys": [...]} with at least one key'],
    ['\uFEFF\uFEFF{"keys":[]}', 1, 'These keys cannot be used: it is not {"keys": [...]}'],
    ['{"keys":[]}', 1, 'These keys cannot be used: it is not {"keys": [...]} with at least one key'],
    ['{"keys":[{"kty":"EC"}]}', 1, 'Key 1 of the set cannot be used: it must be for one of ES256'],
  ])('with the content %j leads to exit code %i and an explanation', async (text, code, message) => {
    const before = await ok('show', 'jobs');
    const ended = await addWithFile(text, '--auth', 'private_key_jwt');
    expect(ended).toMatchObject({ code, text: expect.stringContaining(message) });
    expect(await ok('show', 'jobs')).toBe(before);
  });

  it('may begin with a byte-order mark', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const keys = JSON.stringify({ keys: [await exportJWK(publicKey)] });
    expect(await addWithFile(`\uFEFF${keys}`, '--auth', 'private_key_jwt')).toMatchObject({ code: 0 });
  });

  it('is refused if it is not in UTF-8', async () => {
    expect(await addWithFile(Buffer.from('{"keys":"é"}', 'latin1'))).toMatchObject({
      code: 64,
      text: expect.stringContaining('keys.json is not in UTF-8. Save it as UTF-8'),
    });
    for (const text of ['\uFEFF{"keys":[]}', '{"keys":[]}'])
      expect(await addWithFile(Buffer.from(text, 'utf16le'))).toMatchObject({
        code: 64,
        text: expect.stringContaining('keys.json is in UTF-16. Save it as UTF-8'),
      });
  });

  it('is refused for a client without the method private_key_jwt', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    expect(await addWithFile(JSON.stringify({ keys: [await exportJWK(publicKey)] }))).toMatchObject({
      code: 1,
      text: expect.stringContaining('other methods do not use them'),
    });
  });
});

describe('the commands that set the URIs of a client', () => {
  it('add and remove redirect URIs', async () => {
    await ok('add', 'web', '--name', 'Web');
    await ok(
      'client-add',
      'web',
      '--kind',
      'web',
      '--id',
      'web-one',
      '--redirect',
      'https://web.example.vn/a',
    );
    expect(await ok('redirect-add', 'web-one', 'https://web.example.vn/b')).toBe(
      'https://web.example.vn/a\nhttps://web.example.vn/b',
    );
    expect(await validate('web', 'web-one', 'https://web.example.vn/b')).toEqual([200, undefined]);
    expect(await ok('redirect-remove', 'web-one', 'https://web.example.vn/b')).toBe(
      'https://web.example.vn/a',
    );
    expect((await validate('web', 'web-one', 'https://web.example.vn/b'))[0]).not.toBe(200);
  });

  it('refuse to remove the last redirect URI or an unknown one', async () => {
    const last = 'https://web.example.vn/a';
    expect(await application('redirect-remove', 'web-one', last)).toEqual({
      code: 1,
      text: `${last} is the only redirect URI of web-one, which needs one. Add another first.`,
    });
    expect(await application('redirect-remove', 'web-one', `${last}/`)).toEqual({
      code: 1,
      text: `web-one has no redirect URI "${last}/". It has:\n  ${last}`,
    });
    expect(await application('redirect-remove', 'nobody', last)).toEqual({
      code: 1,
      text: 'There is no client nobody.',
    });
    expect(await ok('redirect-add', 'web-one', last)).toBe(last);
  });

  it.each(['--redirect', '--post-logout', '--backchannel'])(
    'refuse %s of client-add for a machine client',
    async (flag) => {
      const address = 'https://web.example.vn/a';
      expect(await application('client-add', 'web', '--kind', 'machine', flag, address)).toMatchObject({
        code: 1,
        text: expect.stringContaining('A machine client does not sign users in'),
      });
    },
  );

  it('can remove, but not add, a redirect URI of a machine client', async () => {
    await ok('client-add', 'web', '--kind', 'machine', '--id', 'web-job');
    expect(await application('redirect-add', 'web-job', 'https://web.example.vn/a')).toMatchObject({
      code: 1,
      text: expect.stringContaining('A machine client does not sign users in'),
    });
    // Only SQL can give a machine client a redirect URI.
    await server.deps.sql`
      update clients set redirect_uris = '{https://web.example.vn/a}' where id = 'web-job'`;
    expect(await ok('redirect-remove', 'web-job', 'https://web.example.vn/a')).toBe('');
  });

  it.each([
    ['javascript:alert(1)', 'its scheme must be https'],
    ['*', 'it is not an address'],
    ['https://*.example.vn/cb', 'wildcards are not supported'],
    ['http://web.example.vn/cb', 'plain http is allowed for loopback addresses'],
    ['https://somebody@web.example.vn/cb', 'it must not contain a user name or password'],
    ['https://web.example.vn/cb#x', 'it must not contain a fragment'],
    ['HTTPS://web.example.vn/cb', 'its scheme must be https'],
    ['https://WEB.example.vn/cb', 'write it in canonical form'],
    ['https://web.example.vn/cb?authCode=1', 'its query must not contain a name that VID’s answer uses'],
  ])('M5 refuse %s as any kind of client URI and explain why', async (address, reason) => {
    const before = await ok('show', 'web');
    for (const line of [
      ['client-add', 'web', '--kind', 'web', '--redirect', address],
      [
        'client-add',
        'web',
        '--kind',
        'web',
        '--redirect',
        'https://web.example.vn/c',
        '--post-logout',
        address,
      ],
      [
        'client-add',
        'web',
        '--kind',
        'web',
        '--redirect',
        'https://web.example.vn/c',
        '--backchannel',
        address,
      ],
      ['redirect-add', 'web-one', address],
    ])
      expect(await application(...line)).toMatchObject({
        code: 1,
        text: expect.stringContaining(
          `The address ${JSON.stringify(address)} cannot be registered: ${reason}`,
        ),
      });
    expect(await ok('show', 'web')).toBe(before);
  });
});
