import { expect, type APIResponse } from '@playwright/test';

/**
 * Options for requests outside a test's pages. The server closes a connection after 5 idle seconds, possibly while a
 * request is on its way. A browser would resend such a request.
 */
export const resendIfClosed = { maxRetries: 2 } as const;

export const origin = `http://localhost:${process.env['E2E_PORT']}`;

/** Repeats a request while the server is too busy for it, as the web app does. */
export async function untilAdmitted(send: () => Promise<APIResponse>): Promise<APIResponse> {
  let response: APIResponse | undefined;
  await expect
    .poll(async () => {
      response = await send();
      return response.status();
    })
    .not.toBe(503);
  if (!response) throw new Error('no answer');
  return response;
}
