import { webClientId } from '@vid/contract/limits';
import { openConnection, type Connection } from './connection.ts';
import { captchaToken, strangerPhone, type OtpJob, type Outcome, type Visitor } from './jobs.ts';
import type { Codes } from './codes.ts';
import { Tally } from './tally.ts';

const smsPatienceMs = 5_000;

/** One-time code cycles, each with a phone and a captcha token of its own, one visitor per connection. */
export async function runOtp(job: OtpJob, codes: Codes): Promise<Outcome> {
  const end = performance.now() + job.seconds * 1_000;
  const tally = new Tally();
  let phone = job.firstPhone;
  await Promise.all(
    job.visitors.map(async (visitor) => {
      const connection = openConnection(job.origin);
      for (let index = 0; index < visitor.captchaTokens && performance.now() < end; index += 1) {
        const from = performance.now();
        phone += 1;
        try {
          const status = await cycle(connection, job, {
            visitor,
            codes,
            phone: strangerPhone(phone),
            token: captchaToken(visitor.captchaTokenPrefix, index),
          });
          const now = performance.now();
          if (now <= end) tally.answered(status, now - from);
        } catch {
          tally.failed();
        }
      }
      await connection.close();
    }),
  );
  return { main: tally.sample(job.seconds), phonesUsed: phone - job.firstPhone };
}

/** Returns the status of the first answer that is not 200, else 200. */
async function cycle(
  connection: Connection,
  job: OtpJob,
  turn: { visitor: Visitor; codes: Codes; phone: string; token: string },
): Promise<number> {
  const { visitor, codes, phone } = turn;
  const texted = job.codeFrom === 'sms' ? codes.codeFor(phone) : undefined;
  try {
    const requested = await connection.send({
      method: 'POST',
      path: '/vid/gateway/otp/request',
      headers: visitor.headers,
      body: JSON.stringify({ clientId: webClientId, phone, captchaToken: turn.token, purpose: 'signup' }),
    });
    if (requested.status !== 200) return requested.status;
    const { data }: { data: { otpRequestId: string; code?: string } } = JSON.parse(requested.body);
    const code = texted ? await within(texted) : data.code;
    const validated = await connection.send({
      method: 'POST',
      path: '/vid/gateway/otp/validate',
      headers: visitor.headers,
      body: JSON.stringify({ clientId: webClientId, otpRequestId: data.otpRequestId, otpValue: code }),
    });
    return validated.status;
  } finally {
    codes.forget(phone);
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no SMS came')), smsPatienceMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
