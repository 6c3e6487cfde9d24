import {
  authorizationRequest,
  callOidc,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://shop.example.vn/callback';

let server: SsoServer;
let secret: string;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  const { applications } = server.deps;
  await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: false });
  ({ secret = '' } = await applications.addClient('shop', {
    clientId: 'shop-web',
    kind: 'web',
    redirectUris: [callback],
  }));
});
afterAll(() => server.close());

async function dump(): Promise<string> {
  const { sql } = server.deps;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const rows = await Promise.all(
    tables.map(({ name }) => sql<{ line: string }[]>`select t::text as line from ${sql(name)} t`),
  );
  return rows.flatMap((found) => found.map(({ line }) => line)).join('\n');
}

describe('the database', () => {
  it('V1 V2 stores no cookie, interaction id, code or token in plain text', async () => {
    const { browser } = await signedIn(server);
    const { verifier, challenge } = pkce();
    const request = authorizationRequest(
      { clientId: 'shop-web', redirectUri: callback, challenge },
      { scope: 'openid profile offline_access', prompt: 'consent' },
    );
    const address = `/vid/oidc/auth?${new URLSearchParams(request).toString()}`;
    const waiting = await browser.visit(address);
    const uid = waiting.searchParams.get('uid') ?? '';
    expect(uid).toMatch(/^[\w-]{20,}$/u);
    // The cookie `vid_ix_open` is not secret; it only states that a request is waiting.
    browser.cookies.delete('vid_ix_open;/vid/web');
    const secrets = [uid, ...Array.from(browser.cookies.values(), ({ value }) => value)];

    const pushed = await callOidc(server, '/request', request, { client: 'shop-web', secret });
    secrets.push(textAt(pushed.body, 'request_uri').split(':').at(-1) ?? '');
    const code = (await browser.visitAndContinue(address)).searchParams.get('code') ?? '';
    const whileCode = await dump();
    const tokens = await callOidc(
      server,
      '/token',
      { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback },
      { client: 'shop-web', secret },
    );
    expect(tokens.status).toBe(200);
    secrets.push(
      code,
      verifier,
      secret,
      textAt(tokens.body, 'access_token'),
      textAt(tokens.body, 'refresh_token'),
    );
    expect(secrets.filter((one) => one.length < 20)).toEqual([]);

    const stored = whileCode + (await dump());
    expect(stored).toContain('shop-web');
    // Binary columns appear in hexadecimal.
    expect(
      secrets.filter((one) => stored.includes(one) || stored.includes(Buffer.from(one).toString('hex'))),
    ).toEqual([]);
  });
});
