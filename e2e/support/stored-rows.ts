import { expect, type Page } from '@playwright/test';
import { origin, resendIfClosed, untilAdmitted } from './requests.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

async function call(page: Page, method: Method, path: string, data?: object) {
  const answer = await untilAdmitted(() =>
    page.request.fetch(`/vid/${path}`, {
      ...resendIfClosed,
      method,
      ...(data !== undefined && { data }),
      headers: { origin },
    }),
  );
  return { status: answer.status(), ...(await answer.json()) };
}

/** Calls an endpoint that must succeed, and returns the response's data. */
export async function store(page: Page, method: Method, path: string, body?: object) {
  const { status, message, data } = await call(page, method, path, body);
  expect([path, status, message]).toEqual([path, 200, undefined]);
  return data;
}

/** Calls an endpoint with a text that it must reject. */
export async function refuse(page: Page, method: Method, path: string, data: object): Promise<void> {
  const { status, message } = await call(page, method, path, data);
  expect([path, data, status, message]).toEqual([path, data, 400, 'VALIDATION_FAILED']);
}
