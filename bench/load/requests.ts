import { webClientId } from '@vid/contract/limits';
import { createCipheriv, randomBytes } from 'node:crypto';
import { seededPassword, seededPhone, seededSessions, seededSessionToken } from '../harness/seed.ts';
import type { Prepared } from './jobs.ts';

const userAgent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const browserHeaders = { 'user-agent': userAgent, accept: 'application/json', 'accept-language': 'vi' };
/** Maximum number of requests built for one job, which repeats them. */
const maxPrepared = 4_000;

/** Builds at most `max` entries, one for each of the evenly spaced numbers from 1 to `available`. */
export function spread<T>(available: number, make: (index: number) => T, max = maxPrepared): T[] {
  const count = Math.min(available, max);
  const step = available / count;
  return Array.from({ length: count }, (_, index) => make(1 + Math.floor(index * step)));
}

export function whoAmIRequests(accounts: number): Prepared[] {
  return spread(seededSessions(accounts), (index) => ({
    method: 'GET',
    path: '/vid/ajax/auth/me',
    headers: { ...browserHeaders, cookie: `vid_sid=${seededSessionToken(index)}` },
  }));
}

export function signInRequests(
  accounts: number,
  browser: Readonly<Record<string, string>>,
  max?: number,
): Prepared[] {
  const request = (index: number): Prepared => ({
    method: 'POST',
    path: '/vid/ajax/auth/login/phone',
    headers: browser,
    body: JSON.stringify({ phone: seededPhone(index), password: seededPassword }),
  });
  return spread(accounts, request, max);
}

/** Sends each sign-in once, and returns the same requests with the device cookies of the responses. */
export async function makeDevicesKnown(origin: string, requests: readonly Prepared[]): Promise<Prepared[]> {
  const known: Prepared[] = [];
  for (const request of requests) {
    const { method, path, headers, body } = request;
    const answer = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
    await answer.arrayBuffer();
    const [device] = answer.headers.getSetCookie().filter((line) => /^(?:__Host-)?vid_dev=/u.test(line));
    if (device === undefined) throw new Error(`a sign-in set no device cookie: ${answer.status}`);
    const cookie = `${headers['cookie'] ?? ''}; ${device.split(';')[0] ?? ''}`;
    known.push({ ...request, headers: { ...headers, cookie } });
  }
  return known;
}

export type LoadedBrowser = {
  readonly headers: Readonly<Record<string, string>>;
  readonly preSessionId: string;
};

/**
 * Loads the client configuration as a new browser. Returns the pre-session ID, and headers for further requests with a
 * client token that is valid for five minutes.
 */
export async function loadBrowser(origin: string): Promise<LoadedBrowser> {
  const answer = await fetch(`${origin}/vid/api/auth/client/config?type=web&clientId=${webClientId}`, {
    headers: browserHeaders,
  });
  const { data }: { data: { clientTokenKey: string } } = JSON.parse(await answer.text());
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith('vid_pre='));
  if (cookie === undefined) throw new Error('the server set no pre-session cookie');
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(data.clientTokenKey, 'base64'), iv);
  const content = JSON.stringify({ id: 'bench', clientId: webClientId, timestamp: Date.now(), userAgent });
  const token = Buffer.concat([iv, cipher.update(content), cipher.final()]).toString('base64');
  return {
    preSessionId: cookie.slice('vid_pre='.length).split('.')[0] ?? '',
    headers: {
      ...browserHeaders,
      'content-type': 'application/json',
      origin,
      'sec-fetch-site': 'same-origin',
      'x-client-token': `m:${token}`,
      cookie,
    },
  };
}
