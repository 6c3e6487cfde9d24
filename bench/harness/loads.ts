import { webClientId } from '@vid/contract/limits';
import { unseededPhone } from '../correctness/unseeded-phone.ts';
import { captchaToken, type KnownPasskey, type LoopJob, type Outcome } from '../load/jobs.ts';
import { loadBrowser, makeDevicesKnown, signInRequests, spread, whoAmIRequests } from '../load/requests.ts';
import { seedPasskeys } from './seeds/passkeys.ts';
import { withConnection } from './processes/postgres.ts';
import {
  newRelyingClient,
  registerClient,
  validateRequest,
  type RelyingClient,
} from './seeds/relying-client.ts';
import { hashSecret, seededPhone, seededSessions, seededSessionToken } from './seed.ts';
import { makeVisitors } from './seeds/visitors.ts';
import type { Bench, World } from './world.ts';

/** Applies one kind of load to one server for one round. */
export type Load = () => Promise<Outcome>;

export const whoAmIConcurrency = 32;
export const signInConcurrency = 8;
export const otpSignInConcurrency = 16;
export const passkeySignInConcurrency = 16;
export const ssoConcurrency = 16;
export const qrConcurrency = 16;
export const otpRequestsPerSecond = 200;
const otpRequestConnections = 64;

export const rotatedAccounts = 320;
/** More password sign-ins than any server does in a second. */
const signInsPerSecond = 150;
let signInRounds = 0;
/** Number of connections that send “who am I” requests during password sign-ins. */
const probeConcurrency = 4;

/** Returns a load of “who am I” requests. `origin` is VID's server or the baseline server. */
export async function whoAmILoad(bench: Bench, world: World, origin = world.server.origin): Promise<Load> {
  const generator = await bench.generator();
  const { seconds } = bench.settings;
  const requests = whoAmIRequests(world.accounts);
  return () => generator.run({ kind: 'loop', concurrency: whoAmIConcurrency, seconds, origin, requests });
}

export async function signInLoad(bench: Bench, world: World, origin = world.server.origin): Promise<Load> {
  const generator = await bench.generator();
  const nextJob = await signInJobs(bench, world, origin);
  return () => generator.run(nextJob());
}

/** Returns a load of password sign-ins from browsers that the accounts know, which queue no notice. */
export async function knownSignInLoad(bench: Bench, world: World): Promise<Load> {
  const generator = await bench.generator();
  const { origin } = world.server;
  const { headers } = await loadBrowser(origin);
  const requests = await makeDevicesKnown(origin, signInRequests(world.accounts, headers, rotatedAccounts));
  const { seconds } = bench.settings;
  return () => generator.run({ kind: 'loop', concurrency: signInConcurrency, seconds, origin, requests });
}

/** Returns a load of password sign-ins with simultaneous “who am I” requests on a few other connections. */
export async function probedSignInLoad(
  bench: Bench,
  world: World,
  origin = world.server.origin,
): Promise<Load> {
  const generator = await bench.generator();
  const nextJob = await signInJobs(bench, world, origin);
  const probe = { concurrency: probeConcurrency, requests: whoAmIRequests(world.accounts) };
  return () => generator.run({ ...nextJob(), probe });
}

/**
 * Returns a function that makes the job of a round. Each round starts with another account, because VID joins the
 * notices of an account that signs in from many new devices within an hour.
 */
async function signInJobs(bench: Bench, world: World, origin: string): Promise<() => LoopJob> {
  const { seconds } = bench.settings;
  const browser = await loadBrowser(world.server.origin);
  const requests = signInRequests(world.accounts, browser.headers);
  return () => {
    const first = (signInRounds * seconds * signInsPerSecond) % requests.length;
    signInRounds += 1;
    return {
      kind: 'loop',
      concurrency: signInConcurrency,
      seconds,
      origin,
      requests: [...requests.slice(first), ...requests.slice(0, first)],
    };
  };
}

export async function otpSignInLoad(bench: Bench, world: World, origin = world.server.origin): Promise<Load> {
  const generator = await bench.generator();
  const { seconds } = bench.settings;
  const phones = spread(world.accounts, seededPhone, rotatedAccounts);
  const codeFrom = origin === world.server.origin ? 'sms' : 'answer';
  return async () => {
    const visitors = await makeVisitors(world, { count: otpSignInConcurrency, seconds });
    return generator.run({ kind: 'otp-sign-in', seconds, origin, phones, visitors, codeFrom });
  };
}

let requestedPhones = 0;

/** Returns a load of code requests at a fixed rate, each for a different phone, which has no account. */
export async function otpRequestLoad(
  bench: Bench,
  world: World,
  { origin = world.server.origin, seconds = bench.settings.seconds } = {},
): Promise<Load> {
  const generator = await bench.generator();
  return async () => {
    const [visitor] = await makeVisitors(world, { count: 1, seconds, origin });
    if (!visitor) throw new Error('no visitor was made');
    const first = requestedPhones;
    requestedPhones += visitor.captchaTokens;
    const requests = Array.from({ length: visitor.captchaTokens }, (_, index) => ({
      method: 'POST' as const,
      path: '/vid/gateway/otp/request',
      headers: visitor.headers,
      body: JSON.stringify({
        clientId: webClientId,
        phone: unseededPhone(first + index),
        captchaToken: captchaToken(visitor.captchaTokenPrefix, index),
        purpose: 'signup',
      }),
    }));
    return generator.run({
      kind: 'loop',
      concurrency: otpRequestConnections,
      perSecond: otpRequestsPerSecond,
      seconds,
      origin,
      requests,
    });
  };
}

/**
 * Returns a load of QR sign-ins. A phone may approve within five minutes of its own sign-in, so each round first makes
 * the phones' sign-ins recent.
 */
export async function qrLoad(bench: Bench, world: World): Promise<Load> {
  const generator = await bench.generator();
  const tokens = spread(seededSessions(world.accounts), seededSessionToken, rotatedAccounts);
  const hashes = tokens.map((token) => hashSecret(token).toString('hex'));
  return async () => {
    const { headers } = await loadBrowser(world.server.origin);
    await withConnection(world.database.target, async (sql) => {
      await sql`delete from sessions where method = 'qr'`;
      await sql`update sessions set authenticated_at = now() where encode(token_hash, 'hex') = any(${hashes})`;
    });
    return generator.run({
      kind: 'qr',
      concurrency: qrConcurrency,
      seconds: bench.settings.seconds,
      origin: world.server.origin,
      headers,
      phones: tokens.map((token) => `vid_sid=${token}`),
    });
  };
}

/**
 * Returns a load of sign-ins with the passkeys of `rotatedAccounts`. The baseline server reads the same passkeys from
 * VID's database.
 */
export async function passkeySignInLoad(
  bench: Bench,
  world: World,
  { origin = world.server.origin, passkeys }: { origin?: string; passkeys: readonly KnownPasskey[] },
): Promise<Load> {
  const generator = await bench.generator();
  const { seconds } = bench.settings;
  return async () => {
    const visitors: Readonly<Record<string, string>>[] = [];
    for (let count = 0; count < passkeySignInConcurrency; count += 1)
      visitors.push((await loadBrowser(world.server.origin)).headers);
    return generator.run({ kind: 'passkey-sign-in', seconds, origin, visitors, rpId: 'localhost', passkeys });
  };
}

export function givePasskeys(world: World): Promise<KnownPasskey[]> {
  const phones = spread(world.accounts, seededPhone, rotatedAccounts);
  return withConnection(world.database.target, (sql) => seedPasskeys(sql, phones));
}

export async function registerSsoClient(world: World): Promise<RelyingClient> {
  const client = newRelyingClient('bench');
  await withConnection(world.database.target, (sql) => registerClient(sql, client));
  return client;
}

export async function ssoLoad(
  bench: Bench,
  world: World,
  { client, protocol }: { readonly client: RelyingClient; readonly protocol: 'openid' | 'community' },
): Promise<Load> {
  const generator = await bench.generator();
  const { origin } = world.server;
  const sessions = spread(
    seededSessions(world.accounts),
    (index) => `vid_sid=${seededSessionToken(index)}`,
    rotatedAccounts,
  );
  const cookies: string[] = [];
  for (const cookie of sessions)
    cookies.push(protocol === 'openid' ? cookie : await validateRequest(origin, client, cookie));
  return () =>
    generator.run({
      ...client,
      kind: 'sso',
      protocol,
      concurrency: ssoConcurrency,
      seconds: bench.settings.seconds,
      origin,
      authPath: '/vid/oidc/auth',
      tokenPath: '/vid/oidc/token',
      cookies,
    });
}

export async function bareSsoLoad(
  bench: Bench,
  bare: { readonly origin: string; readonly cookies: readonly string[]; readonly client: RelyingClient },
): Promise<Load> {
  const generator = await bench.generator();
  return () =>
    generator.run({
      ...bare.client,
      kind: 'sso',
      protocol: 'openid',
      concurrency: ssoConcurrency,
      seconds: bench.settings.seconds,
      origin: bare.origin,
      authPath: '/auth',
      tokenPath: '/token',
      clientId: 'bare',
      cookies: bare.cookies,
    });
}
