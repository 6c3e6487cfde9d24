import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { freePort, listenOnLoopback } from '@vid/testkit/network';
import { buildSnippet, runSnippet, writeSnippet } from '@vid/testkit/snippets/run-snippet';
import { openIn } from '../support/open-in.ts';
import { audit, auditWidths } from '../support/checks/audit.ts';
import { signUpManager, type Managed } from '../support/applications/managed-application.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function copy(page: Page, name: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: t('code.copy.named', { name }) }).click();
  await expect.poll(() => clipboard(page)).not.toBe('');
  return clipboard(page);
}

/** Signs up a manager with a client on a free port of 127.0.0.1, and opens the client's page. */
async function openStart(page: Page, kind: 'web' | 'spa'): Promise<{ app: Managed; site: string }> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const site = `http://127.0.0.1:${await freePort()}`;
  const redirectUri = `${site}/callback`;
  const [app] = await signUpManager(page, { kind, redirectUri, postLogoutUri: `${site}/`, access: 'open' });
  if (!app) throw new Error('the manager has no application');
  await openIn(page, `/apps/${app.id}/clients/${app.code}-web`, 'vi');
  return { app, site };
}

/**
 * Expects the sample page's button to sign the manager in. The manager has a VID session, so the popup needs no input.
 */
async function expectSignsIn(page: Page, site: string): Promise<void> {
  const visitor = await page.context().newPage();
  await visitor.goto(`${site}/`);
  await visitor.getByRole('button', { name: 'Sign in with VID' }).click();
  await expect(visitor.getByRole('status')).toHaveText(/^Signed in: ./u);
}

/** Opens the client doctor from the sample code's last step, and expects it to show the sign-in. */
async function expectInDoctor(page: Page): Promise<void> {
  await page.getByRole('link', { name: t('apps.doctor.open'), exact: true }).click();
  await expect(page.getByText(t('apps.doctor.outcome.done'), { exact: true })).toBeVisible();
}

test('lets a manager choose a library by keyboard and copy its code', async ({ page }) => {
  test.slow();
  const { app, site } = await openStart(page, 'web');
  await page.getByRole('link', { name: t('apps.start.open'), exact: true }).click();
  const frameworks = page.getByRole('navigation', { name: t('apps.start.frameworks') });
  const choice = (name: string) => frameworks.getByRole('link', { name, exact: true });
  await expect(choice('@vid/sso')).toHaveAttribute('aria-current', 'page');
  await choice('@vid/sso').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(choice('openid-client')).toHaveAttribute('aria-current', 'page');
  const code = page.getByRole('figure', { name: 'app.mjs', exact: true });
  await expect(code).toContainText(`const redirectUri = '${site}/callback';`);
  await expect(code).toContainText(`'${app.code}-web'`);
  await page.getByRole('button', { name: t('code.copy.named', { name: 'app.mjs' }) }).click();
  await expect(page.getByText(t('code.copied'), { exact: true })).toBeVisible();
  expect(await clipboard(page)).toBe(await code.textContent());

  for (const name of [
    '@vid/sso',
    'openid-client',
    'Auth.js',
    'PHP',
    'Laravel',
    'Spring Boot',
    'mod_auth_openidc',
  ]) {
    await choice(name).click();
    await expect(choice(name)).toHaveAttribute('aria-current', 'page');
    await page.setViewportSize({ width: 360, height: 800 });
    await audit(page, `start ${name.replace('/', ' ')} 360`, { rules: 'none' });
  }
  await auditWidths(page, 'start');
  await page.reload();
  await expect(choice('mod_auth_openidc')).toHaveAttribute('aria-current', 'page');

  await page.goto('/vid/docs');
  await page.getByRole('searchbox').fill('clients/:clientId/secret');
  await expect(page.locator('article:visible')).toHaveCount(2);
  await expect(page.getByRole('navigation').locator('li li li:visible')).toHaveText([
    'POST /vid/api/manage/applications/:appId/clients/:clientId/secret',
    'POST /vid/api/apps/:appId/clients/:clientId/secret',
  ]);
  // `load` rejects if the build lacks a font's URL.
  expect(
    await page.evaluate(
      async () => (await Promise.all([...document.fonts].map((face) => face.load()))).length,
    ),
  ).toBe(4);
});

test('provides SDK code that works as copied, with a new secret', async ({ page }) => {
  test.slow();
  const { site } = await openStart(page, 'web');
  await page.getByRole('button', { name: t('apps.clients.rotate') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('apps.clients.rotate') })
    .click();
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.getByRole('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: t('apps.clients.secret.done') }).click();
  await page.getByRole('link', { name: t('apps.start.open'), exact: true }).click();
  const files = [
    { name: 'index.html', code: await copy(page, 'index.html') },
    { name: 'server.mjs', code: await copy(page, 'server.mjs') },
  ];
  const run = await copy(page, t('apps.start.run'));
  expect(JSON.stringify([files, run])).not.toContain(secret);
  const running = await runSnippet({ files, run }, { VID_CLIENT_SECRET: secret }, site);
  try {
    await expectSignsIn(page, site);
    await expectInDoctor(page);
    expect(running.output()).toBe('');
  } finally {
    await running.stop();
  }
});

test('provides SDK code for a single-page application that works as copied', async ({ page }) => {
  test.slow();
  const { site } = await openStart(page, 'spa');
  await page.getByRole('link', { name: t('apps.start.open'), exact: true }).click();
  const frameworks = page.getByRole('navigation', { name: t('apps.start.frameworks') });
  await expect(frameworks.getByRole('link')).toHaveText(['@vid/sso']);
  const files = [
    { name: 'index.html', code: await copy(page, 'index.html') },
    { name: 'sign-in.js', code: await copy(page, 'sign-in.js') },
  ];
  const folder = await writeSnippet({ files });
  await buildSnippet(folder);
  // Serve the page at every path except those of scripts, as hosts of single-page applications do.
  const host = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', site);
    const isScript = pathname.endsWith('.js');
    readFile(join(folder, 'dist', isScript ? pathname : 'index.html')).then(
      (body) =>
        response
          .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await listenOnLoopback(host, Number(new URL(site).port));
  try {
    await expectSignsIn(page, site);
    await expectInDoctor(page);
  } finally {
    host.closeAllConnections();
    host.close();
    await rm(folder, { recursive: true });
  }
});
