import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, createAdmin, otherPassword, signInAdmin } from '@vid/testkit/accounts';
import { appCode } from '@vid/testkit/http/app-code';
import { freshAddress } from '@vid/testkit/flows';
import { addPasskey } from '@vid/testkit/sign-in/passkeys';
import { freshSubject, proveByCode, socialPath, startSocialServer } from '@vid/testkit/social';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import {
  browse,
  by,
  dispute,
  enterWithPhone,
  intrude,
  requestDeletion,
  requireOk,
  resetPassword,
} from './testing/stolen-account.ts';
import { additions, type Trial } from './testing/additions.ts';
import { ways } from './testing/return-ways.ts';

let kit: Awaited<ReturnType<typeof startSocialServer>>;
beforeAll(async () => {
  kit = await startSocialServer(inject('cluster'));
});
afterAll(() => kit.close());

type Addition = keyof typeof additions;
const kinds = Object.keys(additions).filter((kind): kind is Addition => kind in additions);

/** Divides the additions into sequences of up to five. The same seed gives the same sequences. */
function sample(seed: number, from: readonly Addition[]): readonly (readonly Addition[])[] {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const left = [...from];
  const sequences: Addition[][] = [];
  while (left.length > 0)
    sequences.push(
      Array.from({ length: Math.min(1 + next(5), left.length) }, () =>
        left.splice(next(left.length), 1),
      ).flat(),
    );
  return sequences;
}

/** Returns whether a return replaces the account's phone, and thus removes a phone that the intruder set. */
const givesPhone = (name: string) => name.startsWith('a recovery') || name.endsWith('change of the phone');

describe.each(Object.entries(ways))('K1 K2 taking the account back by %s', (name, takeBack) => {
  const from = kinds.filter((kind) => {
    // Exclude an added address: the link restores an address that was confirmed before every addition.
    if (kind === 'email') return takeBack !== ways['the link that undoes a change of the address'];
    if (kind === 'phone') return givesPhone(name);
    // An account has one recovery at a time, so the owner's recovery cannot begin during the intruder's.
    return kind !== 'recovery' || !name.startsWith('a recovery');
  });
  it.each(sample(name.length * 7_919, from).map((sequence) => [sequence.join(', '), sequence] as const))(
    'removes the additions of the intruder (%s)',
    async (_title, sequence) => {
      const intruder = await intrude(kit.server);
      const { account } = intruder;
      const trials: Trial[] = [];
      for (const kind of sequence) trials.push(await additions[kind](intruder));
      await requestDeletion(kit.server, account.id);
      const phone = await takeBack(intruder);
      await kit.server.deps.givenPermissions.run();

      for (const attempt of trials) {
        const [actual, expected] = await attempt();
        expect(actual).toEqual(expected);
      }
      expect((await intruder.browser.get('/vid/ajax/auth/me')).status).toBe(401);
      for (const known of new Set([account.phone, phone])) {
        const typed = { phone: known, password: account.password };
        const answer = await browse(kit.server).post('/vid/ajax/auth/login/phone', typed, {
          address: freshAddress(),
        });
        expect(answer.code).toBe('AUTH_FAILED');
      }
      const { sql } = kit.server.deps;
      expect(await sql`select from account_deletions where account_id = ${account.id}`).toHaveLength(0);
      expect(await auditTrail(kit.server, account.id, 'deletion.cancelled')).toHaveLength(1);
      expect(await sql`select from known_devices where account_id = ${account.id}`).toHaveLength(0);
      const owner = await enterWithPhone(kit.server, phone);
      expect((await owner.get('/vid/ajax/auth/me')).data['id']).toBe(account.id);
      const [row] = await sql`
        select status, disputed_at, sensitive_hold_until > now() + interval '23 hours' as is_held
        from accounts where id = ${account.id}`;
      expect(row).toEqual({ status: 'active', disputedAt: null, isHeld: true });
      const { data } = await owner.get('/vid/api/users/information');
      const unlisted: readonly Addition[] = ['session', 'phone', 'qr', 'recovery'];
      const shown = sequence.filter((kind) => !unlisted.includes(kind)).length;
      expect(data['accountReturn']).toMatchObject({ removed: { length: shown } });
    },
  );
});

it('K1 a return removes the social account with which the member signed up', async () => {
  const { server } = kit;
  const account = await createAccount(server);
  const subject = freshSubject();
  await server.deps.sql`
    insert into social_identities (account_id, provider, subject, linked_at)
    select id, 'google', ${subject}, created_at from accounts where id = ${account.id}`;
  const enter = async () => {
    const thief = browse(server);
    return thief.post(socialPath, await proveByCode(thief, 'google', { subject }));
  };
  expect((await enter()).data['isExistAccount']).toBe(true);
  await dispute(server, account);
  await resetPassword(server, account.phone);
  expect((await enter()).data['isExistAccount']).toBe(false);
});

describe('a reset by the operator', () => {
  it('puts changes on hold, but lets the administrator set up a second factor', async () => {
    const admin = await createAdmin(kit.server);
    await createAdminResetService(kit.server.deps).resetAdminPassword(admin.id, otherPassword, by);
    await kit.server.deps.sql`update accounts set must_change_password = false where id = ${admin.id}`;
    const back = { ...admin, password: otherPassword };
    const owner = browse(kit.server);
    await signInAdmin(kit.server, owner, back);
    const exported = await owner.post('/vid/api/privacy/exports', {});
    expect(exported.code).toBe('CHANGE_ON_HOLD');
    const setup = await owner.post('/vid/api/users/two-step/setup');
    requireOk(setup);
    const code = appCode(String(setup.data['secret']));
    requireOk(await owner.post('/vid/api/users/two-step/confirm', { code }));
    expect((await owner.call('DELETE', '/vid/api/users/two-step')).code).toBe('CHANGE_ON_HOLD');
  });

  it('lets the administrator add one passkey as the second factor', async () => {
    const admin = await createAdmin(kit.server);
    await createAdminResetService(kit.server.deps).resetAdminPassword(admin.id, otherPassword, by);
    await kit.server.deps.sql`update accounts set must_change_password = false where id = ${admin.id}`;
    const owner = browse(kit.server);
    await signInAdmin(kit.server, owner, { ...admin, password: otherPassword });
    await addPasskey(owner);
    expect((await owner.post('/vid/api/users/two-step/setup')).code).toBe('CHANGE_ON_HOLD');
  });
});
