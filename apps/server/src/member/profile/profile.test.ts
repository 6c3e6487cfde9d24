import { accountFields, enterpriseFields, mapFields, profileFields } from '@vid/contract/profile-fields';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { callerAt } from '@vid/testkit/http/caller';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createProfileService } from './profile.service.ts';

const path = '/vid/api/users/profile';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const signedIn = async (kind: 'personal' | 'enterprise' = 'personal') => {
  const account = await createAccount(server, { kind });
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  return { account, browser, patch: (body: unknown) => browser.call('PATCH', path, body) };
};
const listNone = async () => new Set<string>();
const listHeld = async (held: string | null) => new Set(held === null ? [] : [held]);
const rowOf = async (id: string) => (await server.deps.sql`select * from accounts where id = ${id}`)[0];

describe('an update of the profile', () => {
  it('sets the given fields of a personal account and keeps the others', async () => {
    const { account, browser, patch } = await signedIn();
    const first = await patch({ name: '  Nguyễn  Văn An '.normalize('NFD'), object: 'broker' });
    expect(first.data).toMatchObject({
      name: 'Nguyễn Văn An',
      object: 'broker',
      province: null,
      isComplete: false,
    });
    const second = await patch({ province: '79', email: 'An.Nguyen@Example.VN' });
    expect(second.data).toMatchObject({
      name: 'Nguyễn Văn An',
      province: '79',
      email: 'An.Nguyen@example.vn',
      isComplete: true,
    });
    expect((await browser.get('/vid/ajax/auth/me')).data).toEqual(second.data);
    expect((await patch({ email: '', object: null, province: null })).data).toMatchObject({
      email: null,
      object: null,
      province: null,
    });
    const events = await server.deps
      .sql`select * from audit_events where account_id = ${account.id} order by id`;
    const fields = events
      .filter((event) => event.kind === 'profile.changed')
      .map((event) => event.details['fields']);
    expect(fields).toEqual(['name,memberObject', 'email,province', 'memberObject,email,province']);
    expect(JSON.stringify(events)).not.toContain('example.vn');
  });

  it('saves, records and returns every field', async () => {
    const { account, browser, patch } = await signedIn('enterprise');
    const body = {
      ...mapFields(accountFields, ({ example }) => example),
      enterprise: mapFields(enterpriseFields, ({ example }) => example),
    };
    expect((await patch(body)).data).toMatchObject({ ...body, isComplete: true });
    expect((await browser.get('/vid/ajax/auth/me')).data).toMatchObject(body);
    const [event] = await server.deps.sql<{ fields: string }[]>`
      select details ->> 'fields' as fields from audit_events
      where account_id = ${account.id} and kind = 'profile.changed'`;
    expect(event?.fields.split(',').toSorted()).toEqual(
      profileFields.map(({ auditName }) => auditName).toSorted(),
    );
  });

  it('sets no e-mail address in a session that ends during the update', async () => {
    const { account, patch } = await signedIn();
    let changing: ReturnType<typeof patch> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      changing = patch({ email: 'intruder@example.vn' });
      await waitForLockWaits(server, 1);
      await server.deps.sessionRepo.deleteAll(tx, account.id);
    });
    expect((await changing)?.code).toBe('TOKEN_INVALID');
    expect((await rowOf(account.id))?.['email']).toBeNull();
  });

  it.each(['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD'])(
    'is refused with %s if the account changes during the update',
    async (code) => {
      const { account, patch } = await signedIn();
      const { sql } = server.deps;
      await patch({ email: 'an@example.vn' });
      await sql`update sessions set confirmed_at = null where account_id = ${account.id}`;
      let changing: ReturnType<typeof patch> | undefined;
      await sql.begin(async (tx) => {
        await server.deps.accounts.lockRow(tx, account.id);
        changing = patch({ email: 'intruder@example.vn' });
        await waitForLockWaits(server, 1);
        if (code === 'CHANGE_ON_HOLD')
          await tx`
            update accounts set sensitive_hold_until = now() + interval '1 hour' where id = ${account.id}`;
        else await tx`update accounts set email_confirmed_at = now() where id = ${account.id}`;
      });
      expect((await changing)?.code).toBe(code);
      expect((await rowOf(account.id))?.['email']).toBe('an@example.vn');
    },
  );

  it('K1 adds no e-mail address after a code that Zalo may have delivered', async () => {
    const { account, browser } = await signedIn();
    await server.deps.sql`
      update sessions set method = 'otp', amr = '{otp,sms}', confirmed_at = null where account_id = ${account.id}`;
    const { sessions, config, modules } = server.deps;
    const profile = createProfileService({
      ...server.deps,
      config: { ...config, smsChannels: ['zns'] },
      emails: modules.email.emails,
      listProvinces: listNone,
      listObjects: listNone,
    });
    const session = await sessions.withExtras(await sessions.authenticate(browser.cookies.get('vid_sid')));
    const change = { email: 'an@example.vn' };
    await expect(profile.change({ session, change, caller: callerAt('203.0.113.7') })).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    });
  });

  it('may keep a province and a member type that can no longer be chosen', async () => {
    const { account, browser } = await signedIn();
    const { sessions, modules, sql } = server.deps;
    await sql`update accounts set province = '79', member_object = 'broker' where id = ${account.id}`;
    const profile = createProfileService({
      ...server.deps,
      emails: modules.email.emails,
      listProvinces: listHeld,
      listObjects: listHeld,
    });
    const session = await sessions.withExtras(await sessions.authenticate(browser.cookies.get('vid_sid')));
    const change = { province: '79', object: 'broker' } as const;
    const changed = await profile.change({ session, change, caller: callerAt('203.0.113.7') });
    expect(changed.account).toMatchObject({ province: '79', memberObject: 'broker' });
  });

  it('leaves the account unchanged if no field is given', async () => {
    const { account, patch } = await signedIn();
    const before = await rowOf(account.id);
    expect((await patch({})).status).toBe(200);
    expect(await rowOf(account.id)).toEqual(before);
    expect(
      await server.deps.sql`
        select from audit_events where account_id = ${account.id} and kind = 'profile.changed'`,
    ).toHaveLength(0);
  });

  it('sets an enterprise’s fields, even a tax code with a wrong check digit', async () => {
    const { patch } = await signedIn('enterprise');
    const enterprise = {
      name: 'Công ty Địa ốc Sông Hồng',
      shortName: 'Sông Hồng',
      representative: 'Trần Bình',
    };
    const answer = await patch({ province: '01', enterprise: { ...enterprise, taxCode: '0314409058-002' } });
    expect(answer.data).toMatchObject({
      isComplete: true,
      enterprise: { ...enterprise, taxCode: '0314409058002', verified: false },
    });
    const doubtful = await patch({ enterprise: { taxCode: '0101234567' } });
    expect(doubtful.data['enterprise']).toMatchObject({ ...enterprise, taxCode: '0101234567' });
  });

  it('revokes the verification of an enterprise if its tax code changes', async () => {
    const { account, patch } = await signedIn('enterprise');
    await patch({ enterprise: { name: 'Sông Hồng', taxCode: '0100109106' } });
    await server.deps.sql`update enterprises set verified_at = now() where account_id = ${account.id}`;
    const verified = async (body: unknown) => {
      const { enterprise } = (await patch(body)).raw.json<{ data: { enterprise: { verified: boolean } } }>()
        .data;
      return enterprise.verified;
    };
    expect(await verified({ enterprise: { taxCode: '0100109106', representative: 'Trần Bình' } })).toBe(true);
    expect(await verified({ enterprise: { taxCode: '0100233488' } })).toBe(false);
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'profile.changed'
      order by id desc limit 2`;
    expect(events).toEqual([
      { details: { fields: 'enterprise.taxCode', lostVerification: true } },
      { details: { fields: 'enterprise.taxCode,enterprise.representative' } },
    ]);
  });
});

describe('the check of a profile update', () => {
  it('reports all invalid fields together', async () => {
    const { account, patch } = await signedIn();
    const before = await rowOf(account.id);
    const answer = await patch({ name: 'a'.repeat(101), email: 'an@', province: '99', object: 'broker' });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(answer.fields).toSorted()).toEqual(['email', 'name', 'province']);
    expect(await rowOf(account.id)).toEqual(before);
  });

  it('rejects a malformed tax code, and enterprise fields for a personal account', async () => {
    const enterprise = await signedIn('enterprise');
    for (const taxCode of ['123', '03144090581', '0314409058-000', 'abcdefghij']) {
      const answer = await enterprise.patch({ enterprise: { taxCode } });
      expect([taxCode, answer.code, Object.keys(answer.fields)]).toEqual([
        taxCode,
        'TAX_CODE_INVALID',
        ['enterprise.taxCode'],
      ]);
    }
    const both = await enterprise.patch({ province: '99', enterprise: { taxCode: '123' } });
    expect([both.code, Object.keys(both.fields)]).toEqual([
      'VALIDATION_FAILED',
      ['province', 'enterprise.taxCode'],
    ]);
    const person = await signedIn();
    expect((await person.patch({ enterprise: { name: 'x' } })).fields).toHaveProperty('enterprise');
  });

  it('M3 I6 rejects fields that members must not set', async () => {
    const { account, browser, patch } = await signedIn();
    const before = await rowOf(account.id);
    const extras = [
      'role',
      'Role',
      'isEnterprise',
      'status',
      'phone',
      'phoneVerified',
      'id',
      'createdBy',
      'verified',
      'avatar',
    ];
    for (const extra of [...extras, 'constructor', 'toString'])
      expect((await patch({ name: 'An', [extra]: 'admin' })).status).toBe(400);
    for (const extra of ['verified', 'verifiedAt', 'accountId'])
      expect((await patch({ enterprise: { [extra]: true } })).status).toBe(400);
    const raw = (body: string) =>
      browser.call('PATCH', path, body, { headers: { 'content-type': 'application/json' } });
    expect((await raw('{"name":"An","__proto__":{"role":"admin"}}')).status).toBe(400);
    expect((await raw('{"name":"An","constructor":{"prototype":{"role":"admin"}}}')).status).toBe(400);
    expect(await rowOf(account.id)).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
  });

  it('rejects a caller without a session', async () => {
    expect((await new TestBrowser(server.app).call('PATCH', path, { name: 'An' })).code).toBe(
      'TOKEN_MISSING',
    );
  });
});

describe('a field of the profile', () => {
  it.each(['An\u0000', 'An\ud800', 'An\u202etxt', `a${'\u0303'.repeat(300)}`, 'a\nb'])(
    'I8 cannot be %j',
    async (name) => {
      const { patch } = await signedIn('enterprise');
      expect((await patch({ name })).status).toBe(400);
      expect((await patch({ enterprise: { representative: name } })).status).toBe(400);
    },
  );

  it('I8 keeps markup, emoji and other scripts unchanged', async () => {
    const { patch } = await signedIn();
    for (const name of ['<svg onload=alert(1)>', '{{7*7}}', 'An 👨‍👩‍👧', '李小龙', '=HYPERLINK("x")'])
      expect((await patch({ name })).data['name']).toBe(name);
  });
});
