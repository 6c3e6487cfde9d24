import {
  createAccount,
  hashOfPreSession,
  insertOtpToken,
  otherPassword,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { freshPhone } from '@vid/testkit/flows';
import {
  beginSocialSignUp,
  facebookToken,
  freshSubject,
  insertIdentity,
  proveByCode,
  providerNames,
  socialPath,
  socialVerifyPath,
  startSocialServer,
} from '@vid/testkit/social';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { facebookVersion } from '#config/settings/social.ts';
import { createSocialSignUpRepo } from './social-sign-up.repo.ts';

let kit: Awaited<ReturnType<typeof startSocialServer>>;
beforeAll(async () => {
  kit = await startSocialServer(inject('cluster'));
});
afterAll(() => kit.close());

const newBrowser = () => new TestBrowser(kit.server.app);

async function createMember(
  provider: (typeof providerNames)[number],
  status: 'active' | 'locked' = 'active',
) {
  const account = await createAccount(kit.server, { status });
  const subject = freshSubject();
  await insertIdentity(kit.server, { accountId: account.id, provider, subject });
  return { ...account, provider, subject };
}

async function expectNoSession(browser: TestBrowser): Promise<void> {
  expect(browser.cookies.has('vid_sid')).toBe(false);
  expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
}

async function finish(
  browser: TestBrowser,
  signUpId: string,
  phone = freshPhone(),
  server: TestServer = kit.server,
) {
  return browser.post(socialVerifyPath, {
    signUpId,
    phone,
    password: otherPassword,
    otpToken: await insertOtpToken(server, browser, phone, 'social'),
    acceptedTerms: true,
  });
}

describe('a known social identity', () => {
  it.each(providerNames)('of %s starts a session with the method “social”', async (provider) => {
    const { id, subject } = await createMember(provider);
    const browser = newBrowser();
    const answer = await browser.post(socialPath, await proveByCode(browser, provider, { subject }));
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ isExistAccount: true, userInfo: { id } });
    const rows = await kit.server.deps.sql`select method, amr from sessions where account_id = ${id}`;
    expect([...rows]).toEqual([{ method: 'social', amr: ['fed'] }]);
    const audit = await kit.server.deps.sql`
      select details from audit_events where account_id = ${id} and kind = 'session.started'`;
    expect([...audit]).toEqual([{ details: { method: 'social' } }]);
  });

  it('signs in with the access token of Facebook’s SDK', async () => {
    const { id, subject } = await createMember('facebook');
    const browser = newBrowser();
    const answer = await browser.post(socialPath, await facebookToken(kit.server, { subject }));
    expect(answer.data).toMatchObject({ isExistAccount: true, userInfo: { id } });
    expect(answer.raw.cookies.find(({ name }) => name === 'vid_sid')?.maxAge).toBeGreaterThan(86_400);
  });

  it('does not suffice for an administrator', async () => {
    const { id, phone, password } = await createAccount(kit.server, { role: 'admin' });
    const subject = freshSubject();
    await insertIdentity(kit.server, { accountId: id, provider: 'zalo', subject });
    const browser = newBrowser();
    const first = await browser.post(socialPath, await proveByCode(browser, 'zalo', { subject }));
    expect([first.status, first.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    const second = await browser.post('/vid/ajax/auth/login/phone', { phone, password });
    expect(second.code).toBe('SECOND_FACTOR_REQUIRED');
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'signin');
    const third = await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
    expect(third.status).toBe(200);
  });
});

describe('Facebook’s access token', () => {
  it.each(['other-app', 'expired', 'swapped'] as const)(
    'L1 is refused if it has the fault %s',
    async (fault) => {
      const { subject } = await createMember('facebook');
      const browser = newBrowser();
      const answer = await browser.post(socialPath, await facebookToken(kit.server, { subject, fault }));
      expect([answer.status, answer.code]).toEqual([401, 'SOCIAL_INVALID']);
      await expectNoSession(browser);
    },
  );

  it('L1 is refused if it is invented or sent for another provider', async () => {
    const { subject } = await createMember('zalo');
    const browser = newBrowser();
    const invented = await browser.post(socialPath, { provider: 'facebook', accessToken: 'EAAB-invented' });
    expect([invented.status, invented.code]).toEqual([401, 'SOCIAL_INVALID']);
    const { accessToken } = await facebookToken(kit.server, { subject });
    for (const provider of ['google', 'zalo']) {
      const answer = await browser.post(socialPath, { provider, accessToken });
      expect([answer.status, answer.code]).toEqual([401, 'SOCIAL_INVALID']);
    }
    await expectNoSession(browser);
  });

  it('L1 is checked with Facebook before the profile is read', async () => {
    const { subject } = await createMember('facebook');
    const proof = await facebookToken(kit.server, { subject });
    const { calls } = kit.providers.facebook ?? { calls: [] };
    const before = calls.length;
    await newBrowser().post(socialPath, proof);
    expect(calls.slice(before).map(({ path }) => path)).toEqual(['/v26.0/debug_token', '/v26.0/me']);
    expect(calls[before]?.query.get('input_token')).toBe(proof.accessToken);
  });
});

describe('a social code flow', () => {
  it('has a state that tells whether it runs in a popup', async () => {
    const intents = [];
    for (const isPopup of [true, false]) {
      const { data } = await newBrowser().post(`${socialPath}/start`, { provider: 'zalo', isPopup });
      intents.push(new URL(String(data['address'])).searchParams.get('state')?.split('.')[1]);
    }
    expect(intents).toEqual(['popup', 'signin']);
  });

  it.each(providerNames)('L2 of %s works once, only in its browser with its state', async (provider) => {
    const { subject } = await createMember(provider);
    const browser = newBrowser();
    const proof = await proveByCode(browser, provider, { subject });
    const server = kit.providers[provider];
    const exchanges = () =>
      (server?.calls ?? []).filter(({ path }) => path.endsWith('token') && !path.includes('debug')).length;
    const before = exchanges();
    const refused = [
      await newBrowser().post(socialPath, proof),
      await browser.post(socialPath, { ...proof, state: `${provider}.signin.invented` }),
      await browser.post(socialPath, { provider, oauthCode: proof.oauthCode }),
    ];
    for (const { status, code } of refused) expect([status, code]).toEqual([401, 'SOCIAL_INVALID']);
    expect(exchanges()).toBe(before);
    expect((await browser.post(socialPath, proof)).data['isExistAccount']).toBe(true);
    const replay = await browser.copy().post(socialPath, proof);
    expect([replay.status, replay.code]).toEqual([401, 'SOCIAL_INVALID']);
    expect(exchanges()).toBe(before + 1);
  });

  it('L2 succeeds only once in 20 parallel uses', async () => {
    const { subject } = await createMember('google');
    const browser = newBrowser();
    const proof = await proveByCode(browser, 'google', { subject });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.copy().post(socialPath, proof)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'SOCIAL_INVALID')).toHaveLength(19);
  });

  it('L2 is refused with the code of another flow, whose PKCE verifier differs', async () => {
    const { subject } = await createMember('google');
    for (const provider of ['google', 'zalo'] as const) {
      const [browser, thief] = [newBrowser(), newBrowser()];
      const stolen = await proveByCode(browser, provider, { subject });
      const own = await proveByCode(thief, provider, { subject: freshSubject() });
      const answer = await thief.post(socialPath, { ...own, oauthCode: stolen.oauthCode });
      expect([answer.status, answer.code]).toEqual([401, 'SOCIAL_INVALID']);
    }
  });

  it('L2 does not sign in for another provider or purpose', async () => {
    const { subject } = await createMember('google');
    const browser = newBrowser();
    const proof = await proveByCode(browser, 'google', { subject });
    const other = await browser.post(socialPath, { ...proof, provider: 'zalo' });
    expect([other.status, other.code]).toEqual([401, 'SOCIAL_INVALID']);
    expect((await browser.post(socialPath, proof)).status).toBe(200);

    const member = newBrowser();
    await signIn(member, await createAccount(kit.server));
    const link = await proveByCode(member, 'google', { subject }, '/vid/api/users/identity-requests');
    const answer = await member.post(socialPath, link);
    expect([answer.status, answer.code]).toEqual([401, 'SOCIAL_INVALID']);
  });

  it('L2 is refused after it has expired', async () => {
    const { subject } = await createMember('zalo');
    const browser = newBrowser();
    const proof = await proveByCode(browser, 'zalo', { subject });
    await kit.server.deps.sql`update social_requests set expires_at = now()`;
    expect((await browser.post(socialPath, proof)).code).toBe('SOCIAL_INVALID');
  });

  it.each(['other-app', 'expired', 'wrong-issuer', 'wrong-nonce', 'unsigned', 'wrong-key'] as const)(
    'L2 is refused if Google’s id token has the fault %s',
    async (fault) => {
      const { subject } = await createMember('google');
      const browser = newBrowser();
      const answer = await browser.post(socialPath, await proveByCode(browser, 'google', { subject, fault }));
      expect([answer.status, answer.code]).toEqual([401, 'SOCIAL_INVALID']);
      await expectNoSession(browser);
    },
  );

  it.each(['other-app', 'expired'] as const)(
    'L2 is refused if a token of Zalo has the fault %s',
    async (fault) => {
      const { subject } = await createMember('zalo');
      const browser = newBrowser();
      const answer = await browser.post(socialPath, await proveByCode(browser, 'zalo', { subject, fault }));
      expect([answer.status, answer.code]).toEqual([401, 'SOCIAL_INVALID']);
    },
  );
});

describe('an unknown social identity', () => {
  it('L3 is not linked to an account with its e-mail address', async () => {
    const email = 'thu.ha@example.vn';
    const { id } = await createAccount(kit.server, { name: 'Trần Thu Hà' });
    await kit.server.deps.sql`update accounts set email = ${email} where id = ${id}`;
    for (const provider of providerNames) {
      const browser = newBrowser();
      const proof = await proveByCode(browser, provider, { subject: freshSubject(), email });
      const answer = await browser.post(socialPath, proof);
      expect(answer.data).toMatchObject({ isExistAccount: false, provider });
      expect(answer.raw.cookies).toContainEqual(
        expect.objectContaining({ name: 'vid_social', maxAge: 900, httpOnly: true }),
      );
      await expectNoSession(browser);
    }
    const rows = await kit.server.deps.sql`select from social_identities where account_id = ${id}`;
    expect(rows).toHaveLength(0);
  });

  it('gets the provider’s name, picture and confirmed e-mail as suggestions', async () => {
    const browser = newBrowser();
    const choice = { subject: freshSubject(), name: 'Lê Gia Huy', email: 'huy@example.vn' };
    const { data } = await browser.post(socialPath, await proveByCode(browser, 'google', choice));
    const picture = `${kit.providers.google?.origin}/picture.svg`;
    expect(data['suggestion']).toEqual({ name: 'Lê Gia Huy', email: 'huy@example.vn', picture });
    const pending = await browser.post(`${socialPath}/pending`, { signUpId: 'cookie' });
    expect(pending.data).toEqual({ provider: 'google', suggestion: data['suggestion'], hasAccount: null });
  });
});

it.each(providerNames)('L6 %s suggests no picture from a host that is not listed', async (listed) => {
  const setting = `VID_${listed.toUpperCase()}_PICTURE_HOSTS`;
  const other = await startSocialServer(inject('cluster'), { [setting]: 'https://cdn.example.vn' });
  try {
    for (const provider of providerNames) {
      const browser = new TestBrowser(other.server.app);
      const proof = await proveByCode(browser, provider, { subject: freshSubject() });
      const { picture } = Object((await browser.post(socialPath, proof)).data['suggestion']);
      expect([provider, picture === null]).toEqual([provider, provider === listed]);
    }
  } finally {
    await other.close();
  }
});

describe('a social sign-in', () => {
  it.each(providerNames)('L6 with %s is refused for a locked account', async (provider) => {
    const { id, subject } = await createMember(provider, 'locked');
    const browser = newBrowser();
    const answer = await browser.post(socialPath, await proveByCode(browser, provider, { subject }));
    expect([answer.status, answer.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    await expectNoSession(browser);
    expect(await kit.server.deps.sql`select from sessions where account_id = ${id}`).toHaveLength(0);
  });

  it('L6 starts no session with an identity of a deleted account', async () => {
    const { id, subject } = await createMember('zalo');
    await kit.server.deps.sql`delete from accounts where id = ${id}`;
    const browser = newBrowser();
    const answer = await browser.post(socialPath, await proveByCode(browser, 'zalo', { subject }));
    expect(answer.data['isExistAccount']).toBe(false);
    await expectNoSession(browser);
  });

  it.each([
    ['https://graph.example/v31.2/', 'v31.2'],
    ['https://graph.example/', facebookVersion],
  ])('with Facebook’s SDK uses version $1 of the Graph API at $0', async (graph, version) => {
    const environment = {
      VID_FACEBOOK_APP_ID: '1',
      VID_FACEBOOK_APP_SECRET: 's',
      VID_FACEBOOK_GRAPH_URL: graph,
    };
    const server = await startTestServer(inject('cluster'), { environment });
    try {
      const { data } = await new TestBrowser(server.app).get('/vid/api/auth/client/config');
      expect(data['social']).toMatchObject({ facebook: { version } });
    } finally {
      await server.close();
    }
  });

  it('L6 is refused with a provider that is not configured', async () => {
    const bare = await startTestServer(inject('cluster'));
    try {
      const browser = new TestBrowser(bare.app);
      const config = await browser.get('/vid/api/auth/client/config?type=web&clientId=vid-web');
      expect(config.data['social']).toEqual({ facebook: null, google: null, zalo: null });
      for (const provider of providerNames) {
        const answers = [
          await browser.post(`${socialPath}/start`, { provider }),
          await browser.post(socialPath, { provider, oauthCode: 'x', state: 'y' }),
          await browser.post(socialPath, { provider, accessToken: 'x' }),
        ];
        for (const { status, code } of answers) expect([status, code]).toEqual([403, 'SOCIAL_DISABLED']);
      }
      const signUpId = await createSocialSignUpRepo(bare.deps).insert(await hashOfPreSession(bare, browser), {
        provider: 'zalo',
        subject: freshSubject(),
        suggestion: { name: null, email: null, picture: null },
      });
      const pending = await finish(browser, signUpId, freshPhone(), bare);
      expect([pending.status, pending.code]).toEqual([403, 'SOCIAL_DISABLED']);
    } finally {
      await bare.close();
    }
  });
});

it('social sign-in is limited per network address', async () => {
  const limited = await startSocialServer(inject('cluster'), { VID_LIMIT_SOCIAL_ADDRESS_10MIN: '3' });
  try {
    const browser = new TestBrowser(limited.server.app);
    const from = { address: '198.18.0.7' };
    const start = () => browser.post(`${socialPath}/start`, { provider: 'zalo' }, from);
    for (let call = 1; call <= 3; call += 1) expect((await start()).status).toBe(200);
    const refused = [
      await start(),
      await browser.post(socialPath, { provider: 'facebook', accessToken: 'invented' }, from),
    ];
    for (const { status, code } of refused) expect([status, code]).toEqual([429, 'RATE_LIMITED']);
    expect(await limited.server.deps.sql`select from social_requests`).toHaveLength(3);
    expect(limited.providers.facebook?.calls).toHaveLength(0);
    expect(await minutesOfCounter(limited.server, 'social:')).toBe(10);
    expect((await browser.post(`${socialPath}/start`, { provider: 'zalo' })).status).toBe(200);
  } finally {
    await limited.close();
  }
});

describe('an outage of a social provider', () => {
  const causes = ['error', 'redirect', 'huge', 'slow'] as const;
  // The slow cases last until VID stops waiting for the provider, so all cases run in parallel.
  it.concurrent.each(causes.flatMap((fault) => providerNames.map((provider) => [fault, provider] as const)))(
    'L8 leads to 503 within 6 s (%s at %s)',
    async (fault, provider) => {
      const { id, subject } = await createMember(provider);
      const browser = newBrowser();
      const proof = await proveByCode(browser, provider, { subject, fault });
      const calls = kit.providers[provider]?.calls ?? [];
      const before = calls.length;
      const startedAt = performance.now();
      const answer = await browser.post(socialPath, proof);
      expect(performance.now() - startedAt).toBeLessThan(6_000);
      expect([answer.status, answer.code]).toEqual([503, 'SOCIAL_UNAVAILABLE']);
      expect(calls.slice(before).map(({ path }) => path)).not.toContain('/internal');
      await expectNoSession(browser);
      expect(await kit.server.deps.sql`select from sessions where account_id = ${id}`).toHaveLength(0);
    },
    15_000,
  );

  it('L8 does not affect a sign-in by password', async () => {
    const { id, subject, phone, password } = await createMember('zalo');
    kit.providers.zalo?.break('error');
    const browser = newBrowser();
    const refused = await browser.post(socialPath, await proveByCode(browser, 'zalo', { subject }));
    expect(refused.status).toBe(503);
    expect((await browser.post('/vid/ajax/auth/login/phone', { phone, password })).status).toBe(200);
    kit.providers.zalo?.break('none');
    const later = newBrowser();
    const answer = await later.post(socialPath, await proveByCode(later, 'zalo', { subject }));
    expect(answer.data).toMatchObject({ isExistAccount: true, userInfo: { id } });
  });
});

describe('the id of a social sign-up', () => {
  it('L5 is refused if guessed, expired, cancelled or from another browser', async () => {
    const browser = newBrowser();
    const signUpId = await beginSocialSignUp(browser, 'zalo', { subject: freshSubject() });
    const refused = [await finish(newBrowser(), signUpId), await finish(newBrowser(), 'guessed')];
    await kit.server.deps.sql`update social_sign_ups set expires_at = now()`;
    refused.push(await finish(browser, signUpId));
    const other = newBrowser();
    const cancelled = await beginSocialSignUp(other, 'zalo', { subject: freshSubject() });
    expect((await other.post(`${socialPath}/cancel`, { signUpId: cancelled })).status).toBe(200);
    expect(other.cookies.has('vid_social')).toBe(false);
    refused.push(await finish(other, cancelled));
    for (const { status, code } of refused) expect([status, code]).toEqual([400, 'SOCIAL_SIGN_UP_EXPIRED']);
    for (const { raw } of refused) expect(raw.cookies.map(({ name }) => name)).not.toContain('vid_sid');
  });

  it('L5 works once, even in 20 parallel calls with different codes', async () => {
    const subject = freshSubject();
    const browser = newBrowser();
    const signUpId = await beginSocialSignUp(browser, 'zalo', { subject });
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(browser.copy(), signUpId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await kit.server.deps
      .sql`select account_id from social_identities where subject = ${subject}`;
    expect(rows).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 503]).toContain(status);
  });

  it('L5 is refused after its identity was linked to another account', async () => {
    const subject = freshSubject();
    const [first, second] = [newBrowser(), newBrowser()];
    const early = await beginSocialSignUp(first, 'google', { subject });
    const late = await beginSocialSignUp(second, 'google', { subject });
    expect((await finish(second, late)).status).toBe(200);
    expect((await finish(first, early)).code).toBe('SOCIAL_SIGN_UP_EXPIRED');
  });
});
