import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('lets an administrator add a webhook that receives a sign-up event', async ({
  browser,
  page: member,
}) => {
  test.slow();
  const received: { body: string; headers: Record<string, string> }[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      received.push({ body: Buffer.concat(chunks).toString('utf8'), headers });
      response.end('ok');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const at = receiver.address();
  const host = `127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;

  const admin = await newAdministrator(browser);
  await admin.setViewportSize({ width: 1440, height: 900 });
  await openIn(admin, '/admin/webhooks', 'vi');
  await admin.getByRole('button', { name: t('webhooks.add') }).click();
  await admin.getByLabel(t('webhooks.url')).fill(`http://${host}/hook`);
  await admin.getByRole('checkbox', { name: t('webhooks.event.account-created') }).check();
  await auditWidths(admin, 'webhook form', [360, 1440]);
  await admin.getByRole('button', { name: t('webhooks.add') }).click();
  const dialog = admin.getByRole('dialog');
  const secret = (await dialog.getByText(/^whsec_/u).textContent()) ?? '';
  await auditThemes(admin, 'webhook secret');
  await dialog.getByRole('button', { name: t('webhooks.secret.done') }).click();

  await admin.getByRole('link', { name: `http://${host}/hook` }).click();
  await admin.getByRole('button', { name: t('webhooks.test.send') }).click();
  await expect(admin.getByText('HTTP 200')).toBeVisible();
  await signUp(member);
  await expect.poll(() => received.map(({ body }) => JSON.parse(body).type)).toContain('account.created');
  for (const { body, headers } of received) new Webhook(secret).verify(body, headers);
  await admin.reload();
  await admin
    .getByRole('button', { name: t('webhooks.event.account-created') })
    .first()
    .click();
  await expect(admin.getByRole('dialog').getByText('"account.created"')).toBeVisible();
  await auditThemes(admin, 'webhook message');
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: t('webhooks.replay.this') })
    .click();
  await expect(admin.getByRole('dialog')).toBeHidden();
  await auditWidths(admin, 'webhook');
  await admin.getByRole('button', { name: t('webhooks.remove') }).click();
  const removal = admin.getByRole('dialog');
  await removal.getByRole('textbox').fill(host);
  await removal.getByRole('button', { name: t('webhooks.remove') }).click();
  await expect(removal).toBeHidden();
  await expect(admin.getByRole('link', { name: `http://${host}/hook` })).toHaveCount(0);
  receiver.closeAllConnections();
  receiver.close();
});
