import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { resendIfClosed } from '../requests.ts';

type Entry = {
  id: string;
  kind: 'sms' | 'mail' | 'captcha';
  to: string;
  purpose: string;
  text: string;
  code: string | null;
  at: string;
};

/** Reads the outbox. Returns undefined if the server is too busy. */
async function tryRead(request: APIRequestContext): Promise<Entry[] | undefined> {
  const answer = await request.get('/vid/dev/outbox.json', resendIfClosed);
  if (answer.status() === 503) return undefined;
  expect(answer.ok()).toBe(true);
  const body: { data: Entry[] } = await answer.json();
  return body.data;
}

async function read(request: APIRequestContext): Promise<Entry[]> {
  let entries: Entry[] | undefined;
  await expect
    .poll(
      async () => {
        entries = await tryRead(request);
        return entries;
      },
      { message: 'the outbox' },
    )
    .toBeDefined();
  return entries ?? [];
}

/** Waits until the newest code to a phone differs from `before`, and returns it. */
export async function codeFor(request: APIRequestContext, e164: string, before?: string): Promise<string> {
  let code: string | null | undefined;
  await expect
    .poll(
      async () => {
        const entries = await tryRead(request);
        code = entries?.find((entry) => entry.kind === 'sms' && entry.to === e164 && entry.code)?.code;
        return code !== undefined && code !== null && code !== before;
      },
      { message: `an SMS with a code to ${e164}` },
    )
    .toBe(true);
  return code ?? '';
}

/** Waits for a message with a link, and returns the newest link as a path below `/vid/web`. */
export async function linkFor(request: APIRequestContext, to: string, purpose: string): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(
      async () => {
        const entries = await tryRead(request);
        const entry = entries?.find((candidate) => candidate.to === to && candidate.purpose === purpose);
        path = /\/vid\/web((?:\/[\w-]+)+(?:#[\w-]+)?)/u.exec(entry?.text ?? '')?.[1];
        return path !== undefined;
      },
      { message: `a link to ${to} for ${purpose}` },
    )
    .toBe(true);
  return path ?? '';
}

export async function countMessages(request: APIRequestContext, e164: string): Promise<number> {
  return (await read(request)).filter((entry) => entry.kind === 'sms' && entry.to === e164).length;
}

export async function captchaAnswer(request: APIRequestContext, captchaId: string): Promise<string> {
  const entry = (await read(request)).find(
    (candidate) => candidate.kind === 'captcha' && candidate.to === captchaId,
  );
  if (!entry?.code) throw new Error(`no captcha ${captchaId} in the outbox`);
  return entry.code;
}

/** Maps a captcha's picture (its data URL) to its id; undefined for an unknown picture. */
export type Captchas = (picture: string) => string | undefined;

/** Starts recording the ids of the captchas that the page loads. */
export function watchCaptcha(page: Page): Captchas {
  const ids = new Map<string, string>();
  page.on('response', async (response) => {
    if (!response.url().endsWith('/vid/gateway/captcha/generate') || !response.ok()) return;
    // The body is gone if the page has navigated. The next page loads its own captcha.
    const text = await response.text().catch(() => '');
    if (text === '') return;
    const body: { data: { captchaId: string; captchaImage: string } } = JSON.parse(text);
    ids.set(body.data.captchaImage, body.data.captchaId);
  });
  return (picture) => ids.get(picture);
}
