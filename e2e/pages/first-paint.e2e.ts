import { expect } from '@playwright/test';
import { budget } from '../../apps/web/build/budget.ts';
import { paintAfterMs, paintProblems } from '../../apps/web/build/first-paint.ts';
import { paths } from '../../apps/web/src/navigation/paths.ts';
import { resendIfClosed } from '../support/requests.ts';
import { test } from '../support/test.ts';

const signOn = `?${new URLSearchParams({
  appCode: 'app',
  clientId: 'app-web',
  redirectTo: 'https://app.example/callback',
  codeChallenge: 'a'.repeat(43),
  state: 'state-of-the-application',
})}`;

const routes = [...Object.values(paths), '/no/such/page'].map((path) => path.replaceAll(/:\w+/g, 'abc'));

/** Allowance for the status line and headers. */
const headerBytes = 2_000;

for (const [title, query] of [
  ['without a sign-on request', ''],
  ['with a sign-on request', signOn],
] as const) {
  test(`paints every route after one round trip for a signed-out visitor, ${title}`, async ({
    page,
    request,
  }) => {
    const routeOfTemplate = new Map<string, string>();
    const problems: string[] = [];
    for (const route of routes) {
      const answer = await request.get(`/vid/web${route}${query}`, {
        ...resendIfClosed,
        headers: { 'accept-encoding': 'gzip' },
        maxRedirects: 0,
      });
      expect(answer.status(), route).toBe(200);
      const html = await answer.text();
      const estimate = paintAfterMs(Number(answer.headers()['content-length']) + headerBytes);
      problems.push(...paintProblems(html).map((problem) => `${route} ${problem}`));
      if (!(estimate <= budget.firstPaintMs)) problems.push(`${route} paints after ${estimate} ms`);
      const template = /data-page="(?<name>[^"]+)"/.exec(html)?.groups?.['name'] ?? route;
      if (!routeOfTemplate.has(template)) routeOfTemplate.set(template, route);
    }
    expect(problems).toEqual([]);

    // Block scripts, fonts and pictures, because visitors must see the page before these files arrive.
    await page.route('**', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    );
    for (const route of routeOfTemplate.values()) {
      await page.goto(`/vid/web${route}${query}`, { waitUntil: 'commit' });
      await expect(page.getByRole('banner'), route).toBeVisible();
    }
  });
}
