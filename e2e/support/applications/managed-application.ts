import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { register } from './applications.ts';
import type { ApplicationToRegister } from '../operator.ts';
import { openIn } from '../open-in.ts';
import { signUp } from '../journey.ts';
import { store } from '../stored-rows.ts';
import { t } from '../texts.ts';

export type Managed = { readonly id: string; readonly code: string; readonly name: string };

type Options = Partial<Omit<ApplicationToRegister, 'code' | 'owner'>>;

export async function signUpManager(page: Page, ...applications: readonly Options[]): Promise<Managed[]> {
  const { e164 } = await signUp(page);
  const suffix = randomBytes(4).toString('hex');
  await register(
    ...applications.map((application, index) => ({
      name: 'Sàn giao dịch Hội',
      isFirstParty: true,
      access: 'restricted' as const,
      redirectUri: 'http://127.0.0.1:9/callback',
      postLogoutUri: 'http://127.0.0.1:9/bye',
      ...application,
      code: `app-${index}-${suffix}`,
      owner: e164,
    })),
  );
  const { managableApplications } = await store(page, 'GET', 'ajax/auth/me');
  return managableApplications;
}

const paths = {
  people: 'permissions',
  roles: 'roles',
  clients: 'clients',
  managers: 'managers',
} as const;
const sections = {
  overview: 'shell.item.app',
  people: 'shell.item.appPeople',
  roles: 'shell.item.appRoles',
  clients: 'shell.item.appClients',
  managers: 'shell.item.appManagers',
} as const;

/** Opens a section of an application from its menu, which is in the drawer on a narrow screen. */
export async function openSection(page: Page, section: keyof typeof sections, app: Managed): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 1200)
    await page.getByRole('button', { name: t('shell.openMenu') }).click();
  await page
    .getByRole('list', { name: app.name, exact: true })
    .getByRole('link', { name: t(sections[section]), exact: true })
    .click();
  const path = section === 'overview' ? '' : `/${paths[section]}`;
  await page.waitForURL(`**/apps/${app.id}${path}`);
}

export async function addRole(
  page: Page,
  { name, code, isDefault = false }: { name: string; code: string; isDefault?: boolean },
): Promise<void> {
  await page.getByRole('button', { name: t('apps.roles.add'), exact: true }).click();
  const form = page.getByRole('region', { name: t('apps.roles.add') });
  await form.getByLabel(t('apps.roles.name'), { exact: true }).fill(name);
  await form.getByLabel(t('apps.roles.code'), { exact: true }).fill(code);
  if (isDefault) await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: t('apps.addEntry'), exact: true }).click();
  await expect(form).toBeHidden();
}

export async function addPeople(
  page: Page,
  app: Managed,
  { role, lines }: { role: string; lines: readonly string[] },
): Promise<void> {
  await openIn(page, `/apps/${app.id}/permissions/add`, 'vi');
  await page.getByLabel(t('apps.add.role')).selectOption({ label: role });
  await page.getByLabel(t('apps.add.phones'), { exact: true }).fill(lines.join('\n'));
  await page.getByRole('button', { name: t('apps.add.submit') }).click();
  await expect(page.getByRole('heading', { name: t('apps.report.title') })).toBeFocused();
}

export async function openMenuOf(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: t('list.actions.named', { name }) })
    .filter({ visible: true })
    .click();
}
