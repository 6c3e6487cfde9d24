import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { auditWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { openIn } from '../support/open-in.ts';
import { operate } from '../support/run.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

// This test runs before the others, because every administrator sees the problem, and `clearProblems` removes all.
test('O10 shows an untrusted proxy on the dashboard until it is cleared', async ({
  browser,
  page: member,
}) => {
  // When the card shows this request, the card's data has loaded.
  await signUp(member);
  await store(member, 'POST', 'api/privacy/requests', { kind: 'restriction', details: 'Ngừng gửi SMS.' });
  const page = await newAdministrator(browser);
  await operate('noteProxy', '203.0.113.7');
  await openIn(page, '/admin', 'vi');
  const card = page.getByRole('region', { name: t('admin.attention') });
  const problem = t('admin.operation.proxy-untrusted', { address: '203.0.113.7' });
  await expect(card.getByText(problem)).toBeVisible();
  await auditWidths(page, 'admin dashboard problem');
  await operate('clearProblems');
  await page.reload();
  await expect(card.getByRole('link', { name: t('shell.item.adminPrivacy') })).toBeVisible();
  await expect(card.getByText(problem)).toHaveCount(0);
});
