import { createHmac, randomBytes } from 'node:crypto';
import { createAccount } from '@vid/testkit/accounts';
import { readOutbox } from '@vid/testkit/flows';
import { startTestServer } from '@vid/testkit/server';
import { freshSubject, insertIdentity, startSocialServer } from '@vid/testkit/social';
import { TestBrowser } from '@vid/testkit/browser';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deletionPath, subjectOf } from './facebook-deletion.ts';

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1_000;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(change: object = {}, secret = 'secret', atSeconds = seconds): string {
  const payload = encode({ algorithm: 'HMAC-SHA256', issued_at: atSeconds, user_id: '42', ...change });
  return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`;
}

describe('a signed request from Facebook', () => {
  it('names the person if it is signed with the secret of the app', () => {
    expect(subjectOf(signed(), 'secret', now)).toBe('42');
  });

  it('is accepted up to a day before and after its time', () => {
    for (const age of [-86_400, 86_400])
      expect(subjectOf(signed({ issued_at: seconds + age }), 'secret', now)).toBe('42');
  });

  it.each([
    ['signed with another secret', signed({}, 'other')],
    ['signed with another algorithm', signed({ algorithm: 'none' })],
    ['signed more than a day ago', signed({ issued_at: seconds - 86_401 })],
    ['signed more than a day ahead', signed({ issued_at: seconds + 86_401 })],
    ['signed without a time', signed({ issued_at: undefined })],
    ['signed without a person', signed({ user_id: undefined })],
    ['signed for another payload', `${signed().split('.')[0] ?? ''}.${encode({ user_id: '43' })}`],
    ['not signed', encode({ user_id: '42' })],
    ['empty', ''],
    ['null', null],
  ])('is refused if it is %s', (_case, request) => {
    expect(subjectOf(request, 'secret', now)).toBeUndefined();
  });
});

describe('Facebook’s data deletion callback', () => {
  let kit: Awaited<ReturnType<typeof startSocialServer>>;
  beforeAll(async () => {
    kit = await startSocialServer(inject('cluster'));
  });
  afterAll(() => kit.close());

  const send = (request: string) =>
    new TestBrowser(kit.server.app).post(
      deletionPath,
      new URLSearchParams({ signed_request: request }).toString(),
      { headers: { 'content-type': 'application/x-www-form-urlencoded', origin: '' } },
    );
  const requestFor = (subject: string) =>
    signed({ user_id: subject }, kit.server.deps.config.facebookAppSecret, Math.floor(Date.now() / 1_000));
  const identitiesOf = (accountId: string) => kit.server.deps.sql`
    select provider from social_identities where account_id = ${accountId}`;

  it('unlinks the identity, and responds with a code and its status page', async () => {
    const account = await createAccount(kit.server);
    const subject = freshSubject();
    await insertIdentity(kit.server, { accountId: account.id, provider: 'facebook', subject });
    await insertIdentity(kit.server, { accountId: account.id, provider: 'zalo', subject });
    const answer = await send(requestFor(subject));
    expect(answer.status).toBe(200);
    expect(await identitiesOf(account.id)).toEqual([{ provider: 'zalo' }]);
    await kit.server.deps.background.idle();
    const sent = await readOutbox(new TestBrowser(kit.server.app));
    expect(
      sent.filter(({ to, purpose }) => to === account.phone && purpose === 'identity-unlinked'),
    ).toHaveLength(1);
    const [event] = await kit.server.deps.sql`
      select actor_id, details from audit_events where account_id = ${account.id} and kind = 'identity.removed'`;
    expect(event).toEqual({ actorId: null, details: { provider: 'facebook' } });

    const { url, confirmation_code: code } = answer.raw.json<{ url: string; confirmation_code: string }>();
    expect(code).toMatch(/^[0-9a-f]+$/u);
    const page = await new TestBrowser(kit.server.app).get(new URL(url).pathname);
    expect([page.status, page.raw.headers['content-security-policy']]).toEqual([
      200,
      expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; frame-ancestors 'none'$/u,
      ),
    ]);
    expect(page.raw.body).toMatch(/VID đã xóa liên kết .* lúc \d\d:\d\d ngày \d\d\/\d\d\/\d{4}\./u);
  });

  it('confirms the deletion for a person without an account', async () => {
    const request = requestFor(freshSubject());
    expect((await send(request)).status).toBe(200);
    expect((await send(request)).status).toBe(200);
  });

  it('L5 discards an unfinished sign-up with the identity', async () => {
    const subject = freshSubject();
    const { sql } = kit.server.deps;
    await sql`
      insert into social_sign_ups (token_hash, pre_session_hash, provider, subject, sealed_suggestion, expires_at)
      values (${randomBytes(32)}, ${randomBytes(32)}, 'facebook', ${subject}, ${randomBytes(32)},
        now() + interval '1 hour')`;
    expect((await send(requestFor(subject))).status).toBe(200);
    expect(await sql`select from social_sign_ups where subject = ${subject}`).toHaveLength(0);
  });

  it('refuses a request that Facebook did not sign, and keeps the identity', async () => {
    const account = await createAccount(kit.server);
    const subject = freshSubject();
    await insertIdentity(kit.server, { accountId: account.id, provider: 'facebook', subject });
    expect((await send(signed({ user_id: subject }, 'other', Math.floor(Date.now() / 1_000)))).status).toBe(
      400,
    );
    expect(await identitiesOf(account.id)).toHaveLength(1);
  });

  it('shows no status for a code that VID did not issue', async () => {
    const page = await new TestBrowser(kit.server.app).get('/vid/social/facebook/deletion/00ff');
    expect(page.status).toBe(404);
    expect(page.raw.body).toContain('Không có yêu cầu xóa với mã này.');
    expect(page.raw.body).not.toContain('VID đã xóa');
  });

  it('responds with 404 if no app of Facebook is configured', async () => {
    const server = await startTestServer(inject('cluster'));
    const answer = await new TestBrowser(server.app).get('/vid/social/facebook/deletion/00ff');
    await server.close();
    expect([answer.status, answer.raw.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
  });
});
