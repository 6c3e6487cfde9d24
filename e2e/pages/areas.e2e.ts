import { expect, type Page } from '@playwright/test';
import { areaPaths, type AreaPath } from '../../apps/web/src/navigation/area-paths.ts';
import { addressOf, formsAlone, isDesk, openDesk, signUpManagerWithData } from '../support/area-data.ts';
import { audit, auditWidths } from '../support/checks/audit.ts';
import { openIn, showPage } from '../support/open-in.ts';
import { title } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

/** Pages that other tests audit. */
const auditedElsewhere: ReadonlySet<AreaPath> = new Set([
  areaPaths.app,
  areaPaths.appPermissions,
  areaPaths.appAddPermissions,
  areaPaths.appPermission,
  areaPaths.appManagers,
  areaPaths.appRoles,
  areaPaths.appClient,
  areaPaths.appClientDoctor,
  areaPaths.appClientStart,
  areaPaths.admin,
  areaPaths.adminAccounts,
  areaPaths.adminAccount,
  areaPaths.adminEnterprises,
  areaPaths.adminEnterprise,
  areaPaths.adminPrivacy,
  areaPaths.adminPrivacyRequest,
  areaPaths.adminIncidents,
  areaPaths.adminNewIncident,
  areaPaths.adminIncident,
  areaPaths.adminLegal,
  areaPaths.adminAudit,
  areaPaths.adminAuditEvent,
  areaPaths.adminWebhooks,
  areaPaths.adminWebhook,
]);

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('#content .bone')).toHaveCount(0);
}

/** Audits the pages that no other test audits, then every page at 360 pixels while its data cannot be loaded. */
async function auditPages(
  page: Page,
  paths: readonly AreaPath[],
  idsOf: (path: AreaPath) => Parameters<typeof addressOf>[1],
) {
  await openIn(page, '/user/information', 'vi');
  for (const path of paths.filter((each) => !auditedElsewhere.has(each))) {
    await showPage(page, addressOf(path, idsOf(path)));
    await expectLoaded(page);
    await auditWidths(page, `area ${path}`, [768, 1440, 360]);
  }
  // Respond with a status that the app does not retry, because retries take seconds per page.
  await page.route('**/vid/api/**', (route) =>
    route.fulfill({ status: 429, json: { error: 'Quá nhiều yêu cầu.', message: 'RATE_LIMITED' } }),
  );
  // Reload the app to empty its cache.
  await openIn(page, '/user/information', 'vi');
  for (const [index, path] of paths.entries()) {
    await showPage(page, addressOf(path, idsOf(path)));
    await expectLoaded(page);
    if (!formsAlone.has(path))
      await expect(page.getByRole('button', { name: t('common.retry') }).first(), path).toBeVisible();
    await expect(page).toHaveTitle(
      new RegExp(`^${RegExp.escape((await title(page).textContent()) ?? '')} · `, 'u'),
    );
    // Every page shows the failure in the same colours, so check the colour rules on one page only.
    await audit(page, `area ${path} failed`, { rules: index === 0 ? 'all' : 'structure' });
  }
}

test('F3 no page of an application manager has an axe violation', async ({ page }) => {
  test.slow();
  const ids = await signUpManagerWithData(page);
  await auditPages(
    page,
    Object.values(areaPaths).filter((path) => !isDesk(path)),
    () => ids,
  );
});

test('F3 no administration page has an axe violation', async ({ browser, page }) => {
  test.slow();
  const desk = await openDesk(browser, page);
  await auditPages(desk.page, Object.values(areaPaths).filter(isDesk), desk.idsOf);
});
