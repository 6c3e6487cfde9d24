import { setTimeout as delay } from 'node:timers/promises';
import { signUp } from '@vid/testkit/http/socket-steps';
import { SocketBrowser } from '@vid/testkit/http/socket-browser';
import {
  authorizationQuery,
  basicAuthorization,
  codeGrant,
  newPkce,
  pageHeaders,
  type RelyingClient,
} from '../harness/seeds/relying-client.ts';
import { seededPassword, seededPhone } from '../harness/seed.ts';

/**
 * A sign-in or single sign-on. `status` is the last response's HTTP status if VID succeeded or was unavailable, and
 * otherwise a text that describes the failure.
 */
export type Call = {
  readonly kind: 'sign-in' | 'sign-on';
  readonly endedAt: number;
  readonly status: number | string;
};

export type Callers = { readonly calls: readonly Call[]; stop(): Promise<void> };

const accounts = 20;
const timeoutMs = 15_000;

/** Creates the accounts. The single sign-ons use a session of the first account, and the others sign in. */
export async function createAccounts(origin: string): Promise<void> {
  for (let index = 0; index < accounts; index += 1)
    await signUp(origin, new SocketBrowser(), { phone: seededPhone(index), password: seededPassword });
}

/** Starts a sign-in and a single sign-on every `everyMs`, whether or not the earlier ones have ended. */
export async function startCallers(origin: string, client: RelyingClient, everyMs: number): Promise<Callers> {
  const calls: Call[] = [];
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { cookie } = await signIn(origin, 0);

  const start = (kind: Call['kind'], call: Promise<number | string>): void => {
    const run = call
      .catch(() => 'no response')
      .then((status) => void calls.push({ kind, endedAt: performance.now(), status }))
      .finally(() => running.delete(run));
    running.add(run);
  };
  const loop = async (): Promise<void> => {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      const account = 1 + (index % (accounts - 1));
      start(
        'sign-in',
        signIn(origin, account).then(({ status }) => status),
      );
      start('sign-on', signOn(origin, client, cookie));
      await delay(everyMs);
    }
  };
  const looping = loop();
  return {
    calls,
    async stop() {
      stopping.abort();
      await looping;
      await Promise.all(running);
    },
  };
}

async function signIn(origin: string, account: number): Promise<{ status: number | string; cookie: string }> {
  const response = await fetch(`${origin}/vid/ajax/auth/login/phone`, {
    method: 'POST',
    headers: pageHeaders(origin, ''),
    body: JSON.stringify({ phone: seededPhone(account), password: seededPassword }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const status = await outcomeOf(response);
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { status, cookie: cookies.join('; ') };
}

/** Requests a code and redeems it, without a retry. */
async function signOn(origin: string, client: RelyingClient, cookie: string): Promise<number | string> {
  const { verifier, challenge } = newPkce();
  const signal = AbortSignal.timeout(timeoutMs);
  const request = `${origin}/vid/oidc/auth?${authorizationQuery(client, challenge)}`;
  const authorized = await fetch(request, { headers: { cookie }, redirect: 'manual', signal });
  const outcome = await outcomeOf(authorized);
  if (authorized.status >= 400) return outcome;
  const target = URL.parse(authorized.headers.get('location') ?? '', origin);
  const code = target?.searchParams.get('code');
  if (!code) return `no code, but ${target?.pathname ?? authorized.status}`;
  const redeemed = await fetch(`${origin}/vid/oidc/token`, {
    method: 'POST',
    headers: { authorization: basicAuthorization(client) },
    body: new URLSearchParams(codeGrant(code, verifier, client.redirectUri)),
    signal,
  });
  return outcomeOf(redeemed);
}

/** Returns the status, with the error code of a refusal, and reads the response to its end. */
async function outcomeOf(response: Response): Promise<number | string> {
  const text = await response.text();
  const { status } = response;
  if (status < 400 || status === 503) return status;
  return `${status} ${text.slice(0, 200)}`;
}
