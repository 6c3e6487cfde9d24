import { webClientId } from '@vid/contract/limits';
import type { Codes } from './codes.ts';
import type { Connection } from './connection.ts';
import { roundRobin } from './round-robin.ts';
import { captchaToken, type OtpSignInJob, type Outcome, type Prepared, type Visitor } from './jobs.ts';
import { repeatOperation } from './operations.ts';

const smsTimeoutMs = 5_000;

/** Runs sign-ins by one-time code, each with the next phone and captcha token, one visitor per connection. */
export function runOtpSignIn(job: OtpSignInJob, codes: Codes): Promise<Outcome> {
  const nextPhone = roundRobin(job.phones);
  const used = job.visitors.map(() => 0);
  return repeatOperation({ ...job, concurrency: job.visitors.length }, async (connection, index) => {
    const visitor = job.visitors[index];
    const tokenNumber = used[index] ?? 0;
    used[index] = tokenNumber + 1;
    if (!visitor || tokenNumber >= visitor.captchaTokens)
      throw new Error('a visitor has no captcha token left');
    const token = captchaToken(visitor.captchaTokenPrefix, tokenNumber);
    return signIn({ connection, codes, visitor, codeFrom: job.codeFrom }, nextPhone(), token);
  });
}

type Browser = {
  readonly connection: Connection;
  readonly codes: Codes;
  readonly visitor: Visitor;
  readonly codeFrom: OtpSignInJob['codeFrom'];
};

/** Signs in once. Returns the first status that is not 200, otherwise 200. */
async function signIn(browser: Browser, phone: string, token: string): Promise<number> {
  const { connection, codes, visitor } = browser;
  const post = (path: string, body: object) =>
    connection.send({
      method: 'POST',
      path,
      headers: visitor.headers,
      body: JSON.stringify(body),
    } satisfies Prepared);
  const sent = browser.codeFrom === 'sms' ? codes.codeFor(phone) : undefined;
  try {
    const requested = await post('/vid/gateway/otp/request', {
      clientId: webClientId,
      phone,
      captchaToken: token,
      purpose: 'signin',
    });
    if (requested.status !== 200) return requested.status;
    const { data: request }: { data: { otpRequestId: string; code?: string } } = JSON.parse(requested.body);
    const validated = await post('/vid/gateway/otp/validate', {
      clientId: webClientId,
      otpRequestId: request.otpRequestId,
      otpValue: sent ? await withTimeout(sent) : request.code,
    });
    if (validated.status !== 200) return validated.status;
    const { data: verified }: { data: { otpToken: string } } = JSON.parse(validated.body);
    const { status } = await post('/vid/ajax/auth/login/otp', { phone, otpToken: verified.otpToken });
    return status;
  } finally {
    codes.forget(phone);
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no SMS arrived')), smsTimeoutMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
