import { createHash, randomBytes, randomInt } from 'node:crypto';
import { webClientId } from '@vid/contract/limits';
import { createCaptchaRepo } from '@vid/server/sign-in/captcha/captcha.repo';
import { createOtpRepo } from '@vid/server/sign-in/otp/otp.repo';
import type postgres from 'postgres';
import { readJson, type Answer } from './answer.ts';

const caller = {
  requestId: 'floor',
  address: '127.0.0.1',
  addressKey: '127.0.0.1',
  userAgent: '',
  locale: 'vi',
} as const;
const ttlSeconds = 300;

/**
 * The inserts, updates and deletes of one cycle, statement for statement those of the server (its own queries), so
 * that both wait for the same rows and the same commits. Left out is everything else: reads, checks, keys, the
 * phone's rules, the SMS itself.
 */
export function floorOtp(sql: postgres.Sql): { request: Answer; validate: Answer } {
  const captchas = createCaptchaRepo(sql);
  const codes = createOtpRepo(sql);

  return {
    async request(request) {
      const { phone, captchaToken } = await readJson<{ phone: string; captchaToken: string }>(request);
      const preSessionHash = preSessionHashOf(request.headers.cookie);
      await captchas.takeToken({ tokenHash: sha256(captchaToken), preSessionHash, purpose: 'otp' });
      await count(sql, [
        `otp-wait:${phone}`,
        `otp-hour:${phone}`,
        `otp-day:${phone}`,
        'otp-address:127.0.0.1',
        `otp-prefix:${phone.slice(0, -4)}`,
        'otp-all',
        'otp-strangers',
      ]);
      const id = `otp_${randomBytes(13).toString('hex')}`;
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await codes.create({
        id,
        preSessionHash,
        clientId: webClientId,
        purpose: 'signup',
        phone,
        codeHash: sha256(code),
        isMember: false,
        ttlSeconds,
        caller,
        details: { purpose: 'signup', phone: phone.slice(0, 5) },
      });
      return { otpRequestId: id, code };
    },

    async validate(request) {
      const { otpRequestId: id } = await readJson<{ otpRequestId: string; otpValue: string }>(request);
      const attempt = await codes.countAttempt({
        id,
        preSessionHash: preSessionHashOf(request.headers.cookie),
        clientId: webClientId,
        maxAttempts: 5,
        failureLimit: 15,
      });
      if (!attempt) throw new Error('no such code');
      const otpToken = randomBytes(32).toString('base64url');
      await codes.exchange({
        id,
        tokenHash: sha256(otpToken),
        tokenTtlSeconds: 600,
        waitKey: `otp-wait:${attempt.phone}`,
        caller,
        details: { purpose: 'signup', phone: attempt.phone.slice(0, 5) },
      });
      return { otpToken };
    },
  };
}

/** The statement of `features/limits/counters.ts`, without the answer. */
async function count(sql: postgres.Sql, keys: readonly string[]): Promise<void> {
  await sql`
    insert into counters as c (key, points, expires_at)
    select t.key, 1, now() + make_interval(secs => 3600)
    from unnest(${keys.toSorted()}::text[]) as t (key)
    on conflict (key) do update set
      points = case when c.expires_at <= now() then 1 else c.points + 1 end,
      expires_at = case when c.expires_at <= now() then excluded.expires_at else c.expires_at end`;
}

function preSessionHashOf(cookie: string | undefined): Buffer {
  return sha256(`pre:${cookie?.slice('vid_pre='.length).split('.')[0] ?? ''}`);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
