import { expect } from '@playwright/test';
import { retry } from './retry.ts';

/** A session of the WebDriver protocol (W3C): each command is one HTTP request with a JSON body. */
export type WebDriverSession = <Value>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Value>;

async function send<Value>(url: string, method: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error} ${value.message}`);
  return value;
}

/** Waits until a driver that was just started accepts a session. */
export async function waitUntilReady(driver: string): Promise<void> {
  await retry(async () => {
    const { ready } = await send<{ ready: boolean }>(`${driver}/status`, 'GET');
    expect(ready).toBe(true);
  });
}

export async function openSession(driver: string, capabilities: object): Promise<WebDriverSession> {
  const { sessionId } = await send<{ sessionId: string }>(`${driver}/session`, 'POST', {
    capabilities: { alwaysMatch: capabilities },
  });
  return (method, path, body) =>
    send(`${driver}/session/${sessionId}${path}`, method, method === 'POST' ? (body ?? {}) : undefined);
}
