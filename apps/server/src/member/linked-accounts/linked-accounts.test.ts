import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import {
  beginSocialSignUp,
  facebookToken,
  freshSubject,
  insertIdentity,
  proveByCode,
  providerNames,
  socialPath,
  startSocialServer,
} from '@vid/testkit/social';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { requireCredential } from '#account/last-credential.ts';

let kit: Awaited<ReturnType<typeof startSocialServer>>;
beforeAll(async () => {
  kit = await startSocialServer(inject('cluster'));
});
afterAll(() => kit.close());

const path = '/vid/api/users/identities';
const startPath = '/vid/api/users/identity-requests';
type Provider = (typeof providerNames)[number];

async function signedIn() {
  const account = await createAccount(kit.server);
  const browser = new TestBrowser(kit.server.app);
  await signIn(browser, account);
  return { account, browser };
}

async function withoutPassword(providers: readonly Provider[]) {
  const { account, browser } = await signedIn();
  for (const provider of providers)
    await insertIdentity(kit.server, { accountId: account.id, provider, subject: freshSubject() });
  await kit.server.deps.sql`delete from password_credentials where account_id = ${account.id}`;
  return { account, browser };
}

async function listed(browser: TestBrowser): Promise<string[]> {
  const { data } = await browser.get(path);
  const identities = data['identities'];
  return Array.isArray(identities) ? identities.map(({ provider }) => String(provider)) : [];
}

const add = async (browser: TestBrowser, provider: Provider, subject: string) =>
  browser.post(path, await proveByCode(browser, provider, { subject }, startPath));

const forgetConfirmation = (accountId: string) =>
  kit.server.deps
    .sql`update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${accountId}`;

const kindsOf = async (accountId: string) =>
  (
    await kit.server.deps.sql<{ kind: string }[]>`
      select kind from audit_events where account_id = ${accountId} order by at`
  ).map(({ kind }) => kind);

describe('linked accounts', () => {
  it('can be added and removed, with a notice and audit row each', async () => {
    const { account, browser } = await signedIn();
    expect((await browser.get(path)).data).toEqual({ identities: [], addable: [...providerNames] });
    const subject = freshSubject();
    const added = await add(browser, 'zalo', subject);
    expect(added.data).toMatchObject({ provider: 'zalo', name: 'Trần Thu Hà' });
    const noticed = async () => {
      await kit.server.deps.background.idle();
      const sent = (await readOutbox(browser)).filter(({ to }) => to === account.phone);
      return sent.map(({ purpose }) => purpose);
    };
    expect(await noticed()).toContain('identity-linked');
    expect((await browser.get(path)).data).toMatchObject({
      identities: [{ provider: 'zalo', linkedAt: added.data['linkedAt'] }],
      addable: ['google', 'facebook'],
    });
    await insertIdentity(kit.server, { accountId: account.id, provider: 'google', subject: freshSubject() });
    expect(await listed(browser)).toEqual(['zalo', 'google']);
    const { sql } = kit.server.deps;
    await sql`
      update social_identities set linked_at = linked_at + interval '1 day'
      where account_id = ${account.id} and provider = 'zalo'`;
    expect(await listed(browser)).toEqual(['google', 'zalo']);
    await sql`delete from social_identities where account_id = ${account.id} and provider = 'google'`;
    const other = new TestBrowser(kit.server.app);
    const signed = await other.post(socialPath, await proveByCode(other, 'zalo', { subject }));
    expect(signed.data['isExistAccount']).toBe(true);
    expect((await browser.call('DELETE', `${path}/zalo`)).status).toBe(200);
    expect(await listed(browser)).toEqual([]);
    expect(
      await sql`
        select kind, details from audit_events
        where account_id = ${account.id} and kind like 'identity.%' order by id`,
    ).toEqual([
      { kind: 'identity.linked', details: { provider: 'zalo' } },
      { kind: 'identity.removed', details: { provider: 'zalo' } },
    ]);
    expect(
      await sql`
        select kind from notice_links
        where account_id = ${account.id} and kind like 'identity-%' and address <> '' order by kind`,
    ).toEqual([{ kind: 'identity-linked' }, { kind: 'identity-unlinked' }]);
    expect(await noticed()).toEqual(expect.arrayContaining(['identity-linked', 'identity-unlinked']));
  });

  it('can be added with a token of the Facebook SDK', async () => {
    const { browser } = await signedIn();
    const answer = await browser.post(path, await facebookToken(kit.server, { subject: freshSubject() }));
    expect(answer.status).toBe(200);
    expect(await listed(browser)).toEqual(['facebook']);
    const other = await signedIn();
    const token = await facebookToken(kit.server, { subject: freshSubject() });
    const both = await other.browser.post(path, { ...token, oauthCode: 'x' });
    expect([both.status, both.code]).toEqual([401, 'SOCIAL_INVALID']);
  });

  it('cannot be added or removed without a recent re-authentication', async () => {
    const { account, browser } = await signedIn();
    await insertIdentity(kit.server, { accountId: account.id, provider: 'google', subject: freshSubject() });
    const proof = await proveByCode(browser, 'zalo', { subject: freshSubject() }, startPath);
    expect(proof.state).toMatch(/^zalo\.link\./u);
    await forgetConfirmation(account.id);
    const refused = [
      await browser.post(startPath, { provider: 'zalo' }),
      await browser.post(path, proof),
      await browser.call('DELETE', `${path}/google`),
    ];
    for (const { status, code } of refused)
      expect([status, code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect(await listed(browser)).toEqual(['google']);
    await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    expect((await browser.post(path, proof)).status).toBe(200);
  });

  it('L2 cannot be added by another session’s code flow or a sign-in flow', async () => {
    const [{ browser }, thief] = [await signedIn(), await signedIn()];
    const subject = freshSubject();
    const stolen = await proveByCode(thief.browser, 'zalo', { subject }, startPath);
    const refused = [
      await browser.post(path, stolen),
      await browser.post(path, await proveByCode(browser, 'zalo', { subject })),
    ];
    for (const { code } of refused) expect(code).toBe('SOCIAL_INVALID');
    expect(await listed(browser)).toEqual([]);
  });

  it('L3 neither move to another account nor replace a linked one', async () => {
    const subject = freshSubject();
    const [owner, other] = [await signedIn(), await signedIn()];
    await add(owner.browser, 'google', subject);
    expect((await add(other.browser, 'google', subject)).code).toBe('SOCIAL_TAKEN');
    expect(await listed(other.browser)).toEqual([]);
    const second = await owner.browser.post(
      path,
      await facebookToken(kit.server, { subject: freshSubject() }),
    );
    expect(second.status).toBe(200);
    const third = await owner.browser.post(
      path,
      await facebookToken(kit.server, { subject: freshSubject() }),
    );
    expect(third.code).toBe('SOCIAL_TAKEN');
    expect((await owner.browser.post(startPath, { provider: 'google' })).code).toBe('SOCIAL_TAKEN');
  });

  it('belong to one account even after parallel additions', async () => {
    const subject = freshSubject();
    const members = await Promise.all(Array.from({ length: 10 }, () => signedIn()));
    const answers = await Promise.all(members.map(({ browser }) => add(browser, 'zalo', subject)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'SOCIAL_TAKEN')).toHaveLength(9);
  });

  it('L5 make another browser’s sign-up with the same identity fail', async () => {
    const subject = freshSubject();
    const early = new TestBrowser(kit.server.app);
    const signUpId = await beginSocialSignUp(early, 'zalo', { subject });
    const { browser } = await signedIn();
    await add(browser, 'zalo', subject);
    await browser.call('DELETE', `${path}/zalo`);
    const answer = await early.post(`${socialPath}/pending`, { signUpId });
    expect(answer.code).toBe('SOCIAL_SIGN_UP_EXPIRED');
  });

  it('cannot be removed by another member', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    await add(owner.browser, 'zalo', freshSubject());
    const answer = await other.browser.call('DELETE', `${path}/zalo`);
    expect([answer.status, answer.code]).toEqual([404, 'SOCIAL_NOT_LINKED']);
    expect(await listed(owner.browser)).toEqual(['zalo']);
  });
});

describe('the last credential of an account', () => {
  it('cannot be removed', async () => {
    const { account, browser } = await withoutPassword(['zalo']);
    const answer = await browser.call('DELETE', `${path}/zalo`);
    expect([answer.status, answer.code]).toEqual([409, 'LAST_CREDENTIAL']);
    expect(await listed(browser)).toEqual(['zalo']);
    expect(await kindsOf(account.id)).not.toContain('identity.removed');
  });

  it('stays when parallel requests remove several identities', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { browser } = await withoutPassword(providerNames);
      const answers = await Promise.all(
        providerNames.map((provider) => browser.copy().call('DELETE', `${path}/${provider}`)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(answers.filter(({ code }) => code === 'LAST_CREDENTIAL')).toHaveLength(1);
      expect(await listed(browser)).toHaveLength(1);
    }
  });

  it('cannot be an identity whose provider is not configured', async () => {
    const { account, browser } = await withoutPassword(['zalo', 'google']);
    const { sql } = kit.server.deps;

    await expect(requireCredential(sql, account.id, ['google'])).resolves.toBeUndefined();
    await expect(requireCredential(sql, account.id, ['facebook'])).rejects.toMatchObject({
      code: 'LAST_CREDENTIAL',
    });
    expect(await listed(browser)).toHaveLength(2);
  });
});
