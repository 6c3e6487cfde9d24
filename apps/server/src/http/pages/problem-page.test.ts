import { describe, expect, it } from 'vitest';
import { needsPage, problemPage } from './problem-page.ts';

const html = 'text/html,application/xhtml+xml';

describe('a page about an error', () => {
  it.each([
    'HEADERS_TOO_LARGE',
    'URI_TOO_LONG',
    'MISDIRECTED_REQUEST',
    'MALFORMED_REQUEST',
    'NOT_FOUND',
    'UNAVAILABLE',
  ] as const)('is sent to a browser that opens a URL and gets the error %s', (code) => {
    expect(needsPage(code, 'GET', html)).toBe(true);
  });

  it.each([
    ['RATE_LIMITED', 'GET', html],
    ['NOT_FOUND', 'POST', html],
    ['NOT_FOUND', 'GET', 'application/json'],
    ['NOT_FOUND', 'GET', undefined],
    ['NOT_FOUND', undefined, html],
  ] as const)(
    'is not sent for the error %s, the method %s and the Accept header %s',
    (code, method, accept) => {
      expect(needsPage(code, method, accept)).toBe(false);
    },
  );

  it('shows the error’s text, a hint and the reference number', () => {
    const page = problemPage({ code: 'NOT_FOUND', text: 'Not found.', locale: 'en', requestId: 'REQ1' });
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('<h1>Not found</h1>');
    expect(page).toContain('<a href="/vid/web/">Go to the home page</a>');
    expect(page).toContain('<p>The address may have changed or been mistyped.</p>');
    expect(page).toContain('<small>Reference number: REQ1</small>');
  });
});
