import { otherPassword, signIn } from '@vid/testkit/accounts';
import { startSocialServer } from '@vid/testkit/social';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dispute, enterWithPhone, intrude, requireOk, resetPassword } from './testing/stolen-account.ts';
import { additions } from './testing/additions.ts';

let kit: Awaited<ReturnType<typeof startSocialServer>>;
beforeAll(async () => {
  kit = await startSocialServer(inject('cluster'));
});
afterAll(() => kit.close());

const item = (kind: string, name: unknown) => ({ kind, name, addedAt: expect.any(String) });

describe('the list of what a return removed', () => {
  it('names each item, and remains until the owner has seen it', async () => {
    const intruder = await intrude(kit.server);
    const { account } = intruder;
    for (const kind of ['passkey', 'passkey', 'identity', 'email', 'app'] as const)
      await additions[kind](intruder);
    const { sql } = kit.server.deps;
    await sql`
      insert into social_identities (provider, subject, account_id, linked_at)
      values ('zalo', ${account.id}, ${account.id}, now() + interval '1 second')`;
    await dispute(kit.server, account);
    await resetPassword(kit.server, account.phone);
    expect(await sql`select from passkeys where account_id = ${account.id}`).toHaveLength(0);
    expect(await sql`select from social_identities where account_id = ${account.id}`).toHaveLength(0);
    const owner = await enterWithPhone(kit.server, account.phone);
    const information = async () => (await owner.get('/vid/api/users/information')).data['accountReturn'];
    expect(await information()).toEqual({
      returnedAt: expect.any(String),
      sessionsEnded: 0,
      removed: [
        item('passkey', expect.any(String)),
        item('passkey', expect.any(String)),
        item('authenticator-app', ''),
        item('identity', 'google'),
        item('identity', 'zalo'),
        item('email', 't***@example.vn'),
      ],
    });
    const { data } = await owner.get('/vid/api/users/history');
    expect(JSON.stringify(data)).toMatch(/passkey-removed/u);
    for (const event of ['email-removed', 'identity-removed', 'two-step-switched-off', 'account-locked'])
      expect(JSON.stringify(data)).toContain(event);
    await sql`update accounts set sensitive_hold_until = null where id = ${account.id}`;
    requireOk(await owner.call('DELETE', '/vid/api/users/return'));
    expect(await information()).toBeNull();
  });

  it('is dismissed during the hold only after a confirmation of the session', async () => {
    const { account } = await intrude(kit.server);
    await dispute(kit.server, account);
    await resetPassword(kit.server, account.phone);
    const owner = await enterWithPhone(kit.server, account.phone);
    const dismiss = () => owner.call('DELETE', '/vid/api/users/return');
    expect((await dismiss()).code).toBe('REAUTHENTICATION_REQUIRED');
    requireOk(await owner.post('/vid/ajax/auth/reauthenticate', { password: otherPassword }));
    requireOk(await dismiss());
  });

  it('contains the items of two returns if the first is unseen', async () => {
    const intruder = await intrude(kit.server);
    await additions.passkey(intruder);
    await dispute(kit.server, intruder.account);
    await resetPassword(kit.server, intruder.account.phone);
    const { sql } = kit.server.deps;
    await sql`update account_returns set sessions_ended = 2 where account_id = ${intruder.account.id}`;
    await sql`update accounts set sensitive_hold_until = null where id = ${intruder.account.id}`;
    const back = { ...intruder, account: { ...intruder.account, password: otherPassword } };
    await signIn(back.browser, back.account);
    await additions.identity(back);
    await dispute(kit.server, back.account);
    await resetPassword(kit.server, back.account.phone);
    const owner = await enterWithPhone(kit.server, back.account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({
      sessionsEnded: 2,
      removed: [{ kind: 'passkey' }, { kind: 'identity' }],
    });
  });
});
