import { randomUUID } from 'node:crypto';
import type { APIResponse, Page } from '@playwright/test';
import { createClientToken } from '@vid/testkit/http/client-token';
import type { Answer } from '@vid/testkit/http/socket-browser';
import type { Caller } from '@vid/testkit/http/socket-steps';
import { resendIfClosed, untilAdmitted } from '../requests.ts';

/**
 * Calls VID with a page's cookies, and stores the cookies that VID sets in the page. Requests are much faster than the
 * page's forms.
 */
export class PageRequests implements Caller {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get(origin: string, path: string): Promise<Answer> {
    return read(() => this.#page.request.get(origin + path, resendIfClosed));
  }

  async post(origin: string, path: string, data: unknown = {}): Promise<Answer> {
    const headers: Record<string, string> = { origin, 'sec-fetch-site': 'same-origin' };
    headers['idempotency-key'] = randomUUID();
    headers['accept-language'] = await this.#page.evaluate(() => navigator.language);
    if (path.startsWith('/vid/gateway/')) headers['x-client-token'] = await this.#clientToken(origin);
    return read(() => this.#page.request.post(origin + path, { data, headers, ...resendIfClosed }));
  }

  async #clientToken(origin: string): Promise<string> {
    const { data } = await this.get(origin, '/vid/api/auth/client/config');
    const userAgent = await this.#page.evaluate(() => navigator.userAgent);
    return createClientToken(String(data['clientTokenKey']), { userAgent });
  }
}

async function read(send: () => Promise<APIResponse>): Promise<Answer> {
  const response = await untilAdmitted(send);
  const body: { data?: Record<string, unknown>; message?: string } = await response.json();
  return { status: response.status(), code: body.message, data: body.data ?? {} };
}
