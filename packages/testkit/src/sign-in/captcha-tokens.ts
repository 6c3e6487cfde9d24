import { newSecret } from '@vid/server/lib/ids';
import { hashOfPreSession } from '../accounts.ts';
import type { TestBrowser } from '../browser.ts';
import type { TestServer } from '../server.ts';

/** Inserts the captchaToken that a solved captcha would have written for this browser. */
export async function insertCaptchaToken(
  server: TestServer,
  browser: TestBrowser,
  purpose: 'otp' | 'signin' | 'check',
): Promise<string> {
  const preSessionHash = await hashOfPreSession(server, browser);
  const token = newSecret();
  const { sql, keys } = server.deps;
  const row = {
    tokenHash: keys.hashSecret(token),
    preSessionHash,
    purpose,
    // The highest work level, which a solved picture captcha also gets.
    workLevel: 3,
    expiresAt: new Date(Date.now() + 120_000),
  };
  await sql`insert into captcha_tokens ${sql(row)}`;
  return token;
}
