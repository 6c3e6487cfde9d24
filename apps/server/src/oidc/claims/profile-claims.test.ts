import { createAccount } from '@vid/testkit/accounts';
import { decodeJwt } from 'jose';
import {
  authorizationPath,
  callOidc,
  communityCode,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoBrowser,
  type SsoServer,
} from '@vid/testkit/sso';
import { partsOfName, userNameOf } from './claims.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';
const { verifier, challenge } = pkce();

const address = (more: Readonly<Record<string, string>>, clientId = 'shop-spa') =>
  authorizationPath({ clientId, redirectUri: callback, challenge }, more);

describe('the parts of a person’s name', () => {
  it.each([
    ['Nguyễn Văn An', { family_name: 'Nguyễn', middle_name: 'Văn', given_name: 'An' }],
    ['Lê  Hoa', { family_name: 'Lê', given_name: 'Hoa' }],
    ['Hoa', { given_name: 'Hoa' }],
    ['', {}],
  ])('are read from %j as %j', (name, parts) => {
    expect(partsOfName(name)).toEqual(parts);
  });
});

describe('the user name of an account', () => {
  it.each([
    ['Nguyễn Văn Đạt', 'nguyen.van.dat.1b8v'],
    ['Công ty TNHH Sông Hồng 36', 'cong.ty.tnhh.song.hong.36.1b8v'],
    ['', 'member.1b8v'],
    ['李小龙', 'member.1b8v'],
  ])('is derived from %j as %s', (name, expected) => {
    expect(userNameOf('acc_5m2c7x9k3f7d4s2z0w6q4n1b8v', name)).toBe(expected);
  });
});

describe('profile claims', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['shop', 'other']) {
      await applications.add({ code, name: code, isFirstParty: code === 'shop' });
      await applications.addClient(code, { clientId: `${code}-spa`, kind: 'spa', redirectUris: [callback] });
    }
  });
  afterAll(() => server.close());

  const redeem = async (code: string, codeVerifier: string) => {
    const { body } = await callOidc(server, '/token', {
      grant_type: 'authorization_code',
      client_id: 'shop-spa',
      code,
      redirect_uri: callback,
      code_verifier: codeVerifier,
    });
    return body;
  };
  const tokensFor = async (browser: SsoBrowser, more: Readonly<Record<string, string>>) => {
    const back = await browser.visit(address(more));
    return redeem(back.searchParams.get('code') ?? '', verifier);
  };
  const claimsOf = async (tokens: unknown): Promise<unknown> => {
    const authorization = `Bearer ${textAt(tokens, 'access_token')}`;
    return (await fetch(`${server.issuer}/me`, { headers: { authorization } })).json();
  };
  const userinfo = async (browser: SsoBrowser, scope: string): Promise<unknown> =>
    claimsOf(await tokensFor(browser, { scope }));

  const broker = async () => {
    const { sql } = server.deps;
    const employer = await createAccount(server, { kind: 'enterprise' });
    await sql`
      update enterprises set name = 'Sông Hồng', tax_code = '0100109106', verified_at = now()
      where account_id = ${employer.id}`;
    const person = await signedIn(server);
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on, expires_on, status, employer_id)
      values (${person.accountId}, 'HN-1', '01', '2026-01-15', '2099-01-15', 'confirmed', ${employer.id})`;
    return { ...person, employer };
  };

  it('contain the parts of a person’s name, but not of an enterprise’s', async () => {
    const { browser, accountId } = await signedIn(server);
    const { sql } = server.deps;
    await sql`update accounts set name = 'Nguyễn Thị Minh Hoa' where id = ${accountId}`;
    expect(await userinfo(browser, 'openid profile')).toMatchObject({
      name: 'Nguyễn Thị Minh Hoa',
      family_name: 'Nguyễn',
      middle_name: 'Thị Minh',
      given_name: 'Hoa',
      preferred_username: `nguyen.thi.minh.hoa.${accountId.slice(-4)}`,
    });
    await sql`update accounts set kind = 'enterprise' where id = ${accountId}`;
    await sql`insert into enterprises (account_id, name) values (${accountId}, 'Sông Hồng')`;
    expect(await userinfo(browser, 'openid profile')).not.toHaveProperty('given_name');
  });

  it('contain the picture’s URL and whether the e-mail address is confirmed', async () => {
    const { browser, accountId } = await signedIn(server);
    const { sql } = server.deps;
    await sql`
      update accounts set avatar = '/vid/api/avatars/ava_1', email = 'hoa@example.vn' where id = ${accountId}`;
    expect(await userinfo(browser, 'openid profile email')).toMatchObject({
      picture: `${server.origin}/vid/api/avatars/ava_1`,
      email: 'hoa@example.vn',
      email_verified: false,
    });
    await sql`update accounts set email_confirmed_at = now() where id = ${accountId}`;
    expect(await userinfo(browser, 'openid email')).toMatchObject({ email_verified: true });
  });

  it('contain the certificate and the employer only with the scope broker', async () => {
    const { browser, employer, accountId } = await broker();
    expect(await userinfo(browser, 'openid profile vid broker')).toMatchObject({
      'vid:broker_certificate': {
        number: 'HN-1',
        province: '01',
        issued_on: '2026-01-15',
        expires_on: '2099-01-15',
        status: 'confirmed',
      },
      'vid:employer': { name: 'Sông Hồng', tax_code: '0100109106', verified: true, status: 'confirmed' },
    });
    const others = Object.keys(Object(await userinfo(browser, 'openid profile vid')));
    expect(others.filter((name) => /broker|employer/u.test(name))).toEqual([]);

    await server.deps.sql`update enterprises set verified_at = null where account_id = ${employer.id}`;
    expect(await userinfo(browser, 'openid broker')).toMatchObject({ 'vid:employer': { verified: false } });
    await server.deps.sql`update accounts set status = 'locked' where id = ${employer.id}`;
    expect(await userinfo(browser, 'openid broker')).not.toHaveProperty('vid:employer');
    await server.deps.sql`
      update broker_certificates set employer_id = null, employer_name = 'Nhà Xinh' where account_id = ${accountId}`;
    expect(Object(await userinfo(browser, 'openid broker'))['vid:employer']).toEqual({
      name: 'Nhà Xinh',
      verified: false,
      status: 'confirmed',
    });
  });

  it('contain the certificate with a code of the community’s protocol', async () => {
    const { browser } = await broker();
    const shop = { appCode: 'shop', clientId: 'shop-spa', redirectUrl: callback };
    const issued = await communityCode(browser, shop);
    expect(await claimsOf(await redeem(issued.code, issued.verifier))).toMatchObject({
      'vid:broker_certificate': { number: 'HN-1', status: 'confirmed' },
      'vid:employer': { name: 'Sông Hồng' },
    });
  });

  it('contain no certificate if the member has none', async () => {
    const { browser, accountId } = await signedIn(server);
    expect(await userinfo(browser, 'openid broker')).toEqual({ sub: accountId });
  });

  it('appear in the id token if the request names them', async () => {
    const { browser } = await broker();
    const claims = JSON.stringify({ id_token: { 'vid:broker_certificate': null } });
    const body = await tokensFor(browser, { scope: 'openid', claims });
    expect(textAt(body, 'scope')).toBe('openid broker');
    const token = decodeJwt(textAt(body, 'id_token'));
    expect(token['vid:broker_certificate']).toMatchObject({ number: 'HN-1' });
    expect(token).not.toHaveProperty('vid:employer');
  });

  it('lead to a consent prompt that names their scope', async () => {
    const { browser } = await broker();
    const page = await browser.visit(address({ scope: 'openid broker' }, 'other-spa'));
    const uid = page.searchParams.get('uid') ?? '';
    const answer = await browser.fetch(`/vid/api/sso/interactions/${uid}`);
    expect(Object(await answer.json()).data).toMatchObject({
      prompt: 'consent',
      scopes: ['openid', 'broker'],
    });
  });
});
