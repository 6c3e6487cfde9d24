import { setTimeout as delay } from 'node:timers/promises';
import { TestBrowser } from '@vid/testkit/browser';
import type { buildApp } from '#app.ts';
import type { Deps } from '#deps.ts';
import { newId, newSecret } from '#lib/ids.ts';
import { makeAccount } from '#operations/seeds/make-account.ts';

type App = Awaited<ReturnType<typeof buildApp>>;

export async function createSession(deps: Deps): Promise<string> {
  const accountId = await makeAccount(deps, {
    phone: '+84900000301',
    password: 'Hoi-Vien@2026',
    role: 'user',
    kind: 'personal',
    name: null,
    by: 'seeds',
  });
  const caller = {
    requestId: newId('aud'),
    address: '127.0.0.1',
    addressKey: '127.0.0.1',
    userAgent: newSecret(),
    locale: 'vi' as const,
  };
  const completed = await deps.completion.complete({
    account: { accountId },
    method: 'password',
    amr: ['pwd'],
    remember: true,
    caller,
    browser: { preSession: deps.preSessions.make(), tokenHash: undefined, devices: [] },
  });
  if (completed.demand === 'two-step') throw new Error('the account needs two proofs');
  return `vid_sid=${completed.token}`;
}

export type Reply = {
  readonly status: number;
  readonly ms: number;
  readonly at: number;
  readonly setCookie: unknown;
};

export function startTraffic(app: App, cookie: string): { stop(): Promise<readonly Reply[]> } {
  const replies: Reply[] = [];
  const over = new AbortController();
  const caller = async (): Promise<void> => {
    const browser = new TestBrowser(app);
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      const answer = await browser.get('/vid/ajax/auth/me', { headers: { cookie } });
      const at = performance.now();
      replies.push({
        status: answer.status,
        ms: at - startedAt,
        at,
        setCookie: answer.raw.headers['set-cookie'],
      });
      await delay(5);
    }
  };
  const callers = Promise.all([caller(), caller(), caller(), caller()]);
  return {
    async stop() {
      over.abort();
      await callers;
      return replies;
    },
  };
}

export async function readiness(app: App): Promise<number> {
  return (await new TestBrowser(app).get('/vid/health/ready')).status;
}

export async function untilReadiness(app: App, wanted: number): Promise<number> {
  const startedAt = performance.now();
  while ((await readiness(app)) !== wanted) await delay(20);
  return performance.now() - startedAt;
}
