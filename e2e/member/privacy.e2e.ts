import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { audit, auditThemes, auditWidths, inEveryLook } from '../support/checks/audit.ts';
import { enterCode, forgetSession, signUp, submitPassword, type Person } from '../support/journey.ts';
import { addressesAt, landing } from '../support/applications/relying-application.ts';
import { linkFor } from '../support/people/outbox.ts';
import { resendIfClosed } from '../support/requests.ts';
import { title } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t, textsIn } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

test('V5 lets a member change consents, get a copy and make requests', async ({ page }) => {
  const person = await signUp(page);
  await openIn(page, '/user/privacy/consents', 'vi');

  const consents = page.getByRole('main');
  await expect(consents.getByText(t('privacy.consent.given'), { exact: true })).toHaveCount(2);
  await consents.getByRole('button', { name: t('privacy.marketing.give') }).click();
  await expect(consents.getByText(t('privacy.consent.given'), { exact: true })).toHaveCount(3);
  await consents.locator('summary').first().click();
  await consents.getByText(t('privacy.consent.technical')).first().click();
  await expect(consents.getByText(/[0-9a-f]{64}/u).first()).toBeVisible();

  await consents.getByRole('button', { name: t('privacy.marketing.withdraw') }).click();
  await expect(consents.getByText(t('privacy.consent.given'), { exact: true })).toHaveCount(2);
  await auditWidths(page, 'privacy consents', [360, 1440]);

  await openIn(page, '/user/privacy/copies', 'vi');
  const exports = page.getByRole('main');
  await exports.getByRole('button', { name: t('privacy.export.request') }).click();
  await expect(exports.getByText(t('privacy.export.status.ready'), { exact: true })).toBeVisible();
  await openIn(page, '/user/information', 'vi');
  await openIn(page, await linkFor(page.request, person.e164, 'export-ready'), 'vi');
  const json = await save(page, exports.getByRole('button', { name: t('privacy.export.json') }));
  const copy: { data: Record<string, Record<string, unknown>[]> } = JSON.parse(json);
  expect(copy.data['accounts']).toMatchObject([{ phone: person.e164 }]);
  expect(copy.data['consents']).toHaveLength(4);
  await inEveryLook(page, async ({ lang }) => {
    const texts = textsIn(lang);
    const link = page.getByRole('main').getByRole('button', { name: texts('privacy.export.html') });
    const html = await save(page, link);
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(person.e164);
    const copyPage = await page.context().newPage();
    await copyPage.setContent(html);
    await audit(copyPage, `privacy copy ${lang}`);
    await copyPage.close();
  });

  await openIn(page, '/user/privacy/requests', 'vi');
  const requests = page.getByRole('main');
  await requests.getByRole('button', { name: t('privacy.request.new') }).click();
  await requests.getByRole('button', { name: t('privacy.request.submit') }).click();
  await expect(requests.locator('[aria-invalid=true]')).toHaveCount(2);
  await auditThemes(page, 'privacy refused');
  await requests.getByLabel(t('privacy.request.kind')).selectOption('restriction');
  await requests.getByLabel(t('privacy.request.details')).fill('Xin ngừng dùng email của tôi.\nCảm ơn Hội.');
  await requests.getByRole('button', { name: t('privacy.request.submit') }).click();
  await expect(requests.getByText(t('privacy.request.status.open'))).toBeVisible();

  const kind = t('privacy.request.kind.restriction');
  await requests.getByRole('button', { name: t('privacy.request.closeNamed', { kind }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('privacy.request.close'), exact: true }).click();
  await expect(requests.getByText(t('privacy.request.status.closed'))).toBeVisible();
  await openIn(page, '/user/privacy', 'vi');
  await expect(title(page)).toHaveText(t('shell.item.privacy'));
  await auditWidths(page, 'privacy');
});

test('V5 asks a member who requested deletion whether to keep the account', async ({ page }) => {
  const person = await signUp(page);
  await openIn(page, '/user/deletion', 'vi');
  await auditThemes(page, 'deletion');
  await deleteAccount(page, person, () => auditThemes(page, 'privacy deletion'));
  await expect(page.getByText(t('reset.deletion.scheduled.text'))).toBeVisible();
  await auditThemes(page, 'deletion scheduled');
  await page.getByRole('link', { name: t('reset.toSignIn') }).click();
  await submitPassword(page, person);
  await expect(title(page)).toHaveText(t('reset.deletion.title'));
  const keep = page.getByRole('button', { name: t('reset.deletion.keep') });
  await expect(keep).toBeVisible();
  await auditThemes(page, 'deletion question');
  await keep.click();
  await page.waitForURL('**/user/information**');
});

test('V5 asks for the password before a deletion after a code sign-in', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await page.goto('/vid/web/signin/otp');
  await page.getByRole('textbox', { name: t('common.phone') }).fill(person.typed);
  await page.getByRole('button', { name: t('auth.otp.submit') }).click();
  await expect(title(page)).toHaveText(t('otp.title'));
  await enterCode(page, person.e164);
  await page.waitForURL('**/user/information');
  await page.goto('/vid/web/user/deletion');
  await deleteAccount(page, person);
  const dialog = page.getByRole('dialog', { name: t('confirm.title') });
  await auditThemes(page, 'privacy confirm deletion');
  await dialog.getByLabel(t('common.password'), { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: t('confirm.submit') }).click();
  // The account still exists, and its owner can sign in again.
  await page.getByRole('link', { name: t('reset.toSignIn') }).click();
  await submitPassword(page, person);
  await expect(title(page)).toHaveText(t('reset.deletion.title'));
});

test.describe('an application of the association', () => {
  const name = 'Sổ Tay Môi Giới';
  let code = '';
  let site: ApplicationSite;
  test.beforeAll(async () => {
    code = `so-tay-${randomBytes(4).toString('hex')}`;
    site = await startApplicationSite();
    await register({ ...addressesAt(site), code, name, isFirstParty: true, access: 'open' });
  });
  test.afterAll(() => site.close());

  test('A11 loses its access when the member ends it', async ({ page }) => {
    await signUp(page);
    const verifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    await page.goto(landing(site, code, { codeChallenge }));
    await page.waitForURL(`${site.origin}/callback**`);
    const tokens = await page.request.post('/vid/oidc/token', {
      ...resendIfClosed,
      form: {
        grant_type: 'authorization_code',
        client_id: `${code}-web`,
        code: new URL(page.url()).searchParams.get('authCode') ?? '',
        redirect_uri: `${site.origin}/callback`,
        code_verifier: verifier,
      },
    });
    expect(tokens.status(), await tokens.text()).toBe(200);
    const { access_token: token }: { access_token: string } = await tokens.json();
    const readUser = () =>
      page.request.get('/vid/oidc/me', { ...resendIfClosed, headers: { authorization: `Bearer ${token}` } });
    expect((await readUser()).status()).toBe(200);

    await page.goto('/vid/web/user/privacy/applications');
    const card = page.getByRole('main');
    await expect(card.getByText(t('sso.scope.phone'))).toBeVisible();
    await expect(card.getByText(t('account.security.consent.last'))).toBeVisible();
    await auditThemes(page, 'privacy application');
    await card.getByRole('button', { name: t('account.security.consent.endNamed', { app: name }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('account.security.consent.end'), exact: true }).click();
    await expect(card.getByText(t('account.security.consents.none'))).toBeVisible();
    expect((await readUser()).status()).toBe(401);
  });
});

async function save(page: Page, button: ReturnType<Page['getByRole']>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path(), 'utf8');
}

/** Requests the deletion. Calls `inspect` while the dialog is open. */
async function deleteAccount(page: Page, person: Person, inspect?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: t('privacy.deletion.action') }).click();
  const dialog = page.getByRole('dialog', { name: t('privacy.deletion.title') });
  await inspect?.();
  await dialog.getByRole('textbox').fill(person.e164.slice(-4));
  await dialog.getByRole('button', { name: t('privacy.deletion.action') }).click();
  await expect(dialog).toBeHidden();
}
