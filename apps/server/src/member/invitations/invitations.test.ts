import { createAccount, goodPassword, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { endpoints } from '@vid/contract/endpoints/index';
import type { Endpoint } from '@vid/contract/endpoint';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/api/users/invitations';
const signUpPath = '/vid/ajax/users/signup/phone';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

type Inviter = Awaited<ReturnType<typeof signedIn>>;
const signedIn = async (name = 'Nguyễn Văn An') => {
  const account = await createAccount(server, { name });
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  return { account, browser };
};

const signUp = async (
  referralCode: string,
  extra: { name?: string; isEnterprise?: boolean } = {},
  browser = new TestBrowser(server.app),
) => {
  const phone = freshPhone();
  const otpToken = await insertOtpToken(server, browser, phone, 'signup');
  const body = { phone, password: goodPassword, otpToken, acceptedTerms: true, referralCode, ...extra };
  return { phone, body, browser, answer: await browser.post(signUpPath, body) };
};

const invite = async ({ account }: Inviter, names: readonly (string | null)[]) => {
  const { sql } = server.deps;
  for (const [index, name] of names.entries()) {
    const { id } = await createAccount(server, name === null ? {} : { name });
    await sql`
      update accounts set referred_by = ${account.id}, created_at = now() - make_interval(secs => ${index})
      where id = ${id}`;
  }
};

const shape = endpoints['GET /vid/api/users/invitations'].data;
const listOf = async ({ browser }: Inviter, query = '') =>
  Value.Parse(shape, (await browser.get(`${path}${query}`)).data);

describe('the invitations of a member', () => {
  it('consist of the code, the link and an empty list at first', async () => {
    const member = await signedIn();
    const { referralCode } = member.account;
    expect(await listOf(member)).toEqual({
      referralCode,
      link: `http://localhost:8080/vid/web/qr/${referralCode}`,
      counts: { joined: 0, recent: 0 },
      joined: { items: [], next: null },
    });
  });

  it('show who signed up with the code, with masked names', async () => {
    const member = await signedIn();
    const { answer, phone } = await signUp(member.account.referralCode, { name: 'Trần Thị Bình' });
    expect(answer.status).toBe(200);
    await signUp(member.account.referralCode, { name: 'Địa ốc Minh Anh', isEnterprise: true });
    const raw = await member.browser.get(path);
    expect(raw.data['counts']).toEqual({ joined: 2, recent: 2 });
    expect(raw.data['joined']).toEqual({
      items: [
        { displayName: null, isEnterprise: true, joinedAt: expect.any(String) },
        { displayName: 'T*** T*** Bình', isEnterprise: false, joinedAt: expect.any(String) },
      ],
      next: null,
    });
    expect(raw.raw.body).not.toContain(phone.slice(-9));
    expect(raw.raw.body).not.toContain(String(answer.data['id']));
  });

  it('are counted in total and for the last 30 days', async () => {
    const member = await signedIn();
    const { sql } = server.deps;
    await sql`
      insert into accounts (id, kind, referral_code, referred_by, created_at)
      select 'acc_invited_' || n, 'personal', 'INVITED' || n, ${member.account.id}, now() - interval '30 days'
        + (case when n <= 2 then 1 else -1 end) * interval '1 hour'
      from generate_series(1, 21) n`;
    const { counts, joined } = await listOf(member);
    expect(counts).toEqual({ joined: 21, recent: 2 });
    expect(joined.items).toHaveLength(20);
    expect((await listOf(member, `?after=${joined.next}`)).joined).toMatchObject({ items: [{}], next: null });
  });

  it('are listed in pages, newest first', async () => {
    const member = await signedIn();
    const names = ['A', 'B', 'C', 'D', 'E'];
    await invite(member, names);
    const seen: unknown[] = [];
    let query = '?limit=2';
    for (let pages = 1; pages <= 3; pages += 1) {
      const { items, next } = (await listOf(member, query)).joined;
      seen.push(...items.map(({ displayName }) => displayName));
      expect(next === null).toBe(pages === 3);
      query = `?limit=2&after=${next}`;
    }
    expect(seen).toEqual(names.map((name) => `${name}***`));
  });
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the invitations endpoint', () => {
  it('rejects a visitor', async () => {
    const answer = await new TestBrowser(server.app).get(path);
    expect([answer.status, answer.code]).toEqual([401, 'TOKEN_MISSING']);
  });

  it('M6 rejects an invalid limit, parameter or cursor', async () => {
    const member = await signedIn();
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'after=x',
      `after=${encode(['2026-01-01', 'acc_1'])}`,
      `after=${encode([1])}`,
      'page=2',
    ]) {
      const answer = await member.browser.get(`${path}?${query}`);
      expect([query, answer.status, answer.code]).toEqual([query, 400, 'VALIDATION_FAILED']);
    }
  });
});

describe('the invitations under attack', () => {
  it('M2 are not shown to another member who sends their cursor', async () => {
    const [mine, other] = [await signedIn(), await signedIn('Lê Hoa')];
    await invite(mine, ['A', 'B', 'C']);
    await invite(other, ['X', 'Y', 'Z']);
    const { next } = (await listOf(mine, '?limit=1')).joined;
    const page = await listOf(other, `?limit=5&after=${next}`);
    expect(Buffer.from(String(next), 'base64url').toString('latin1')).not.toContain('acc_');
    expect(JSON.stringify(page)).not.toMatch(/"[ABC]\*{3}"/u);
    expect(page.counts).toEqual({ joined: 3, recent: 3 });
  });

  it('cannot include a second account from the member’s signed-in browser', async () => {
    const { account, browser } = await signedIn();
    const { answer, phone } = await signUp(account.referralCode, {}, browser);
    expect([answer.status, answer.code]).toEqual([400, 'REFERRAL_INVALID']);
    expect(await server.deps.accounts.existsByPhone(phone)).toBe(false);
    await browser.post('/vid/ajax/auth/logout', {});
    expect((await signUp(account.referralCode, {}, browser)).answer.status).toBe(200);
  });

  it('cannot form a cycle of inviters', async () => {
    // No endpoint for members or administrators takes a code, so an existing account cannot get an inviter.
    const takesCode = Object.values<Endpoint>(endpoints).filter(({ body }) =>
      /"(?:referralCode|referredBy)":/u.test(JSON.stringify(body ?? {})),
    );
    expect(takesCode.length).toBeGreaterThan(1);
    expect(takesCode.filter(({ access }) => access === 'member' || access === 'admin')).toEqual([]);

    const { sql } = server.deps;
    const first = await signedIn();
    const second = await signUp(first.account.referralCode);
    const [row] = await sql<{ id: string; referralCode: string }[]>`
      select id, referral_code from accounts where phone = ${second.phone}`;
    // Neither a repeated sign-up nor a profile change accepts the code of an invited account.
    const third = await signUp(first.account.referralCode);
    const repeat = await third.browser.post(signUpPath, { ...third.body, referralCode: row?.referralCode });
    expect([repeat.status, repeat.code]).toEqual([400, 'OTP_TOKEN_INVALID']);
    for (const body of [{ referralCode: row?.referralCode }, { referredBy: row?.id }]) {
      const change = await first.browser.call('PATCH', '/vid/api/users/profile', body);
      expect([change.status, change.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    const inviters = await sql`
      select referred_by from accounts where id = ${first.account.id} or phone = ${third.phone}
      order by created_at`;
    expect(inviters.map(({ referredBy }) => referredBy)).toEqual([null, first.account.id]);
    await expect(sql`update accounts set referred_by = id where id = ${first.account.id}`).rejects.toThrow(
      'accounts_not_own_inviter',
    );
  });

  it('cannot be made with the code of a locked account', async () => {
    const { referralCode } = await createAccount(server, { status: 'locked' });
    const { answer } = await signUp(referralCode);
    expect([answer.status, answer.code]).toEqual([400, 'REFERRAL_INVALID']);
  });
});
