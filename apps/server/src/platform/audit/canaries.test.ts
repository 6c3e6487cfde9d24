import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox, requestOtp, verifyPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const passwords = ['Chim-Hoàng 4nh', 'Hoạ-Mi hót 5', 'Sai-Rồi 6 lần'];
const device = { 'user-agent': 'Canary/1.0\u001b[31m' };

async function dump(): Promise<string> {
  const tables = await server.deps.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const rows = [];
  for (const { name } of tables) {
    const found = await server.deps.sql<{ line: string }[]>`
      select t::text as line from ${server.deps.sql(name)} t`;
    rows.push(...found.map(({ line }) => `${name} ${line} ${asText(line)}`));
  }
  // Remove microseconds, which look like six-digit codes.
  return rows.join('\n').replace(/\.\d{3,6}\+00/gu, '');
}

/** Decodes bytea values, which PostgreSQL prints as `\x…`. */
function asText(line: string): string {
  return Array.from(line.matchAll(/\\x([0-9a-f]{2,})/gu), ([, hex]) =>
    Buffer.from(hex ?? '', 'hex').toString('latin1'),
  ).join(' ');
}

describe('the server', () => {
  it('V1 V2 O11 keeps passwords, codes, tokens and cookies out of logs and tables', async () => {
    const phone = freshPhone();
    const browser = new TestBrowser(server.app);
    const secrets = new Set<string>();
    const bodies: string[] = [];
    const keep = (answer: Awaited<ReturnType<TestBrowser['post']>>) => {
      bodies.push(answer.raw.body);
      for (const cookie of answer.raw.cookies) if (cookie.value.length >= 20) secrets.add(cookie.value);
      return answer;
    };
    const post = async (path: string, body?: unknown) =>
      keep(await browser.post(path, body, { headers: device }));
    const [first = '', second = '', wrong = ''] = passwords;

    const signUpToken = await verifyPhone(browser, server, phone, 'signup');
    secrets.add(signUpToken);
    const signUp = { phone, password: first, otpToken: signUpToken, acceptedTerms: true };
    expect((await post('/vid/ajax/users/signup/phone', signUp)).status).toBe(200);
    await post('/vid/ajax/users/signup/phone', { ...signUp, password: wrong });
    const change = { currentPassword: first, newPassword: second };
    expect((await post('/vid/api/users/password/change', { ...change, currentPassword: wrong })).status).toBe(
      400,
    );
    expect((await post('/vid/api/users/password/change', change)).status).toBe(200);
    await post('/vid/ajax/auth/logout');
    await post('/vid/ajax/auth/login/phone', { phone, password: wrong });
    await post('/vid/ajax/auth/login/phone', { phone: `${phone}\r\n{"level":"fatal"}`, password: wrong });
    expect((await post('/vid/ajax/auth/login/phone', { phone, password: second })).status).toBe(200);
    const resetToken = await verifyPhone(browser, server, phone, 'forget-password');
    secrets.add(resetToken);
    const reset = { phone, otpToken: resetToken, newPassword: first };
    expect((await post('/vid/api/users/password/forget', reset)).status).toBe(200);
    await post('/vid/api/users/password/forget', { ...reset, newPassword: second });
    const pending = await requestOtp(browser, server, phone, 'signin');
    for (const [, value] of browser.cookies) secrets.add(value);
    await server.deps.background.idle();
    const codes = (await readOutbox(browser)).flatMap((entry) =>
      entry.kind === 'sms' && entry.code ? [entry.code] : [],
    );
    expect(codes).toContain(pending.code);

    const log = server.logLines.join('');
    const stored = await dump();
    const audit = JSON.stringify(await server.deps.sql`select * from audit_events`);
    for (const secret of [
      ...secrets,
      ...passwords,
      ...passwords.map((password) => password.normalize('NFD')),
    ]) {
      // The log must not contain even a part of a secret, such as the id in a pre-session cookie.
      for (const part of secret.split('.').filter((piece) => piece.length >= 12)) {
        expect(log).not.toContain(part);
        expect(stored).not.toContain(part);
        expect(audit).not.toContain(part);
      }
    }
    for (const password of passwords) expect(bodies.join('')).not.toContain(password);
    for (const code of codes) {
      expect(log).not.toMatch(new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`, 'u'));
      expect(stored).not.toMatch(new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`, 'u'));
    }
    expect(log).not.toContain(phone.slice(1));
    expect(log).not.toContain(phone.slice(3));
    expect(audit).not.toContain(phone.slice(3));
    for (const line of server.logLines) {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(line).not.toContain('\u001b');
      expect(() => JSON.parse(line) as unknown).not.toThrow();
    }
  });
});
