import { setTimeout as delay } from 'node:timers/promises';
import { SocketBrowser, type Answer } from '../../flow/socket-browser.ts';
import { Refused, verifyPhone } from '../../flow/steps.ts';
import { strangerPhone } from '../stranger-phone.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

export type Writers = {
  /** Answers no crash excuses: 500, a lost session, a repeated sign-up that was refused. */
  readonly anomalies: readonly string[];
  /** Sign-ups that had to be sent again because the answer was lost. */
  readonly repeated: number;
  /** Sign-ups begun and not yet acknowledged. */
  readonly pending: number;
  /** Lets the sign-ups under way finish. */
  stop(): Promise<void>;
};

const password = 'Nhà-phố#2026';
const pauseMs = 25;

type Parts = { readonly origin: string; readonly writers: number; readonly ledger: Ledger };

/** Several people at once who sign up, whatever happens to the server, and insist on an answer. */
export function startWriters({ origin, writers, ledger }: Parts): Writers {
  const anomalies: string[] = [];
  const stopping = new AbortController();
  let repeated = 0;
  let pending = 0;
  let nextPhone = 0;

  /** While VID or its database is away, 503 or no answer is right; these never are. */
  const watch = ({ status, code }: Answer, path: string): void => {
    if (status === 401 || (status >= 500 && status !== 503))
      anomalies.push(`${path}: ${status} ${code ?? ''}`);
  };

  /** The otpToken stands for this one sign-up, so asking again is safe and must succeed. */
  async function signUp(
    browser: SocketBrowser,
    person: Pick<Acknowledged, 'phone' | 'isEnterprise'>,
    otpToken: string,
  ): Promise<void> {
    const body = { ...person, password, otpToken, acceptedTerms: true };
    for (let attempt = 0; ; attempt += 1) {
      if (attempt === 1) repeated += 1;
      try {
        const { status, code, data } = await browser.post(origin, '/vid/ajax/users/signup/phone', body);
        if (status === 200) {
          await ledger.write({
            ...person,
            accountId: String(data['id']),
            sessionId: String(data['sessionToken']),
          });
          return;
        }
        if (status !== 503) {
          anomalies.push(`sign-up, attempt ${attempt + 1}: ${status} ${code ?? ''}`);
          return;
        }
      } catch {
        // No answer: whether the account exists is now unknown, which is the point.
      }
      await delay(pauseMs);
    }
  }

  async function write(): Promise<void> {
    while (!stopping.signal.aborted) {
      const index = nextPhone++;
      const phone = strangerPhone(index);
      const browser = new SocketBrowser(watch);
      try {
        const otpToken = await verifyPhone(origin, browser, { phone, purpose: 'signup' });
        pending += 1;
        try {
          await signUp(browser, { phone, isEnterprise: index % 2 === 0 }, otpToken);
        } finally {
          pending -= 1;
        }
      } catch (error) {
        // Nothing was promised yet: another person begins anew.
        if (error instanceof Refused && error.answer.status !== 503) anomalies.push(error.message);
        await delay(pauseMs);
      }
    }
  }

  const running = Array.from({ length: writers }, write);
  return {
    anomalies,
    get repeated() {
      return repeated;
    },
    get pending() {
      return pending;
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
