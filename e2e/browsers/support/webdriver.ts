import { expect } from '@playwright/test';
import { retry } from '../../support/retry.ts';

/** A session of the WebDriver protocol (W3C): each command is one HTTP request with a JSON body. */
export type WebDriverSession = <Value>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Value>;

const commandMs = 60_000;
/** Time limit for scripts, short because a script may get no response while another site replaces its page. */
const scriptMs = 15_000;
/** Time limit for a new session, for which the driver starts a browser. */
const openSessionMs = 110_000;

async function send<Value>(url: string, method: string, body?: object, limitMs = commandMs): Promise<Value> {
  const signal = AbortSignal.timeout(limitMs);
  const response = await fetch(url, { method, signal, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error} ${value.message}`);
  return value;
}

/** Waits until a newly started driver accepts a session. */
export async function waitUntilReady(driver: string): Promise<void> {
  await retry(async () => {
    const { ready } = await send<{ ready: boolean }>(`${driver}/status`, 'GET');
    expect(ready).toBe(true);
  });
}

export async function openSession(driver: string, capabilities: object): Promise<WebDriverSession> {
  const wanted = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = await send<{ sessionId: string }>(`${driver}/session`, 'POST', wanted, openSessionMs);
  return (method, path, body) => {
    const limitMs = path === '/execute/sync' ? scriptMs : commandMs;
    const sent = method === 'POST' ? (body ?? {}) : undefined;
    return send(`${driver}/session/${sessionId}${path}`, method, sent, limitMs);
  };
}
