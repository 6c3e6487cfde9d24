import { setTimeout as delay } from 'node:timers/promises';
import { SocketBrowser, type Answer } from '@vid/testkit/http/socket-browser';
import { Refused, verifyPhone } from '@vid/testkit/http/socket-steps';
import { unseededPhone } from '../unseeded-phone.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

export type Writers = {
  /** Responses that a crash does not explain: a 401, a 5xx other than 503, or a refused sign-up. */
  readonly anomalies: readonly string[];
  /** Sign-ups that were retried, after a 503 or a lost response. */
  readonly repeated: number;
  /** Sign-ups sent and not yet acknowledged. */
  readonly pending: number;
  stop(): Promise<void>;
};

const password = 'Nhà-phố#2026';
const retryMs = 25;

type Deps = {
  readonly origin: string;
  readonly writers: number;
  readonly ledger: Ledger;
  /** Pause of each writer after a sign-up, by default 0. */
  readonly pauseMs?: number;
};

/**
 * Signs up accounts in parallel until `stop` is called, and retries each sign-up until it is acknowledged or refused.
 */
export function startWriters({ origin, writers, ledger, pauseMs = 0 }: Deps): Writers {
  const anomalies: string[] = [];
  const stopping = new AbortController();
  let repeated = 0;
  let pending = 0;
  let nextPhone = 0;

  /** Records a 401 or a 5xx other than 503, which are wrong even while VID or its database is down. */
  const watch = ({ status, code }: Answer, path: string): void => {
    if (status === 401 || (status >= 500 && status !== 503))
      anomalies.push(`${path}: ${status} ${code ?? ''}`);
  };

  /** Signs up with an otpToken. The token identifies the sign-up, so a retry is safe and must succeed. */
  async function signUp(
    browser: SocketBrowser,
    account: Pick<Acknowledged, 'phone' | 'isEnterprise'>,
    otpToken: string,
  ): Promise<void> {
    const body = { ...account, password, otpToken, acceptedTerms: true };
    for (let attempt = 0; ; attempt += 1) {
      if (attempt === 1) repeated += 1;
      try {
        const { status, code, data } = await browser.post(origin, '/vid/ajax/users/signup/phone', body);
        if (status === 200) {
          await ledger.write({
            ...account,
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
        // Without a response, the account may or may not exist. A retry succeeds in both cases.
      }
      await delay(retryMs);
    }
  }

  async function write(): Promise<void> {
    while (!stopping.signal.aborted) {
      const index = nextPhone++;
      const phone = unseededPhone(index);
      const browser = new SocketBrowser(watch);
      try {
        const otpToken = await verifyPhone(origin, browser, { phone, purpose: 'signup' });
        pending += 1;
        try {
          await signUp(browser, { phone, isEnterprise: index % 2 === 0 }, otpToken);
        } finally {
          pending -= 1;
        }
        if (pauseMs > 0) await delay(pauseMs);
      } catch (error) {
        // Nothing has been acknowledged for this phone, so continue with the next one.
        if (error instanceof Refused && error.answer.status !== 503) anomalies.push(error.message);
        await delay(retryMs);
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
