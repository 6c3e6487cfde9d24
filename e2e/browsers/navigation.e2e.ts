import { expect } from '@playwright/test';
import { privacyText } from '@vid/contract/legal/privacy-text';
import { termsText } from '@vid/contract/legal/terms-text';
import { expectTitle, link, phoneField, waitForLiveForm } from '../support/screen.ts';
import { t } from '../support/texts.ts';
import { test } from './support/test.ts';

// Firefox and WebKit abort a page's pending imports as soon as it starts a navigation. Chromium lets them finish.
const scripts = /\/assets\/.*\.js$/u;

// Use a new browser for each script, because a second visit would find the scripts in the cache.
for (const count of [1, 2, 3, 4]) {
  test(`a page left while script ${count} loads shows no error`, async ({ visitor, network }) => {
    const loading = network.watch(scripts, { holdFrom: count });
    await visitor.startNavigation('/vid/web/terms');
    await loading.arrived(count);
    await visitor.getByRole('heading', { level: 1, name: termsText.vi.title }).waitFor();
    // The page stays on screen until the next document arrives.
    const next = network.watch(/\/signin$/u, { holdFrom: 1 });
    await visitor.startNavigation('/vid/web/signin');
    await next.arrived(1);
    await visitor.getByRole('heading', { level: 1, name: termsText.vi.title }).waitFor();
    expect(await visitor.evaluate(() => document.body.innerText)).not.toContain(t('errors.render.title'));
    next.release();
    loading.release();
    await visitor.waitForURL('**/vid/web/signin');
    await expectTitle(visitor, 'auth.signIn.title');
    await phoneField(visitor).fill('0912345678');
  });
}

for (const count of [2, 4]) {
  test(`a page left when it requests script ${count} does not return`, async ({ visitor, network }) => {
    const loading = network.watch(scripts);
    await visitor.startNavigation('/vid/web/terms');
    await loading.arrived(count);
    await visitor.startNavigation('/vid/web/signin');
    await expectTitle(visitor, 'auth.signIn.title');
    await phoneField(visitor).fill('0912345678');
    expect(await visitor.url()).toMatch(/\/signin$/u);
  });
}

test('an app page left before its script arrives shows no error', async ({ visitor, network }) => {
  await visitor.goto('/vid/web/signin');
  await waitForLiveForm(visitor);
  await phoneField(visitor).fill('0912345678');
  const loading = network.watch(scripts, { holdFrom: 1 });
  // The sign-in page prefetches the next steps, but not the terms.
  await link(visitor, 'common.terms').click();
  await loading.arrived(1);
  const next = network.watch(/\/privacy$/u, { holdFrom: 1 });
  await visitor.startNavigation('/vid/web/privacy');
  await next.arrived(1);
  await expectTitle(visitor, 'auth.signIn.title');
  expect(await visitor.evaluate(() => document.body.innerText)).not.toContain(t('errors.render.title'));
  next.release();
  loading.release();
  await visitor.waitForURL('**/vid/web/privacy');
  await visitor.getByRole('heading', { level: 1, name: privacyText.vi.title }).waitFor();
});
