import type { Page } from '@playwright/test';
import { codeFor } from '../people/outbox.ts';
import { fillSignUp, typeCode } from '../journey.ts';
import type { Phone } from '../people/phones.ts';
import { button, expectTitle } from '../screen.ts';

export const providers = ['Zalo', 'Google', 'Facebook'] as const;
export type ProviderName = (typeof providers)[number];

export const providerButton = (page: Page, provider: ProviderName) =>
  page.getByRole('button', { name: provider, exact: true });

/** Continues on a sample provider's page as the first person offered. */
export async function continueAtProvider(
  page: Page,
  provider: ProviderName,
  { hidesEmail = false }: { hidesEmail?: boolean } = {},
): Promise<void> {
  await page.getByRole('heading', { level: 1, name: `Sample ${provider}` }).waitFor();
  if (hidesEmail) {
    await page.getByText('Faults', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Do not share the e-mail' }).check();
  }
  await page.getByRole('button', { name: /^Continue as /u }).click();
}

/** Presses a provider's button and agrees at the provider: in a popup for Facebook, otherwise in the same window. */
export async function agreeWith(
  page: Page,
  provider: ProviderName,
  options: { hidesEmail?: boolean; press?: () => Promise<void> } = {},
): Promise<void> {
  const press = options.press ?? (() => providerButton(page, provider).click());
  if (provider !== 'Facebook') {
    await press();
    await continueAtProvider(page, provider, options);
    return;
  }
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
  await continueAtProvider(popup, provider, options);
}

/** Completes the sign-up steps between the provider and the last step. */
export async function confirmPhone(page: Page, phone: Phone): Promise<void> {
  await expectTitle(page, 'social.phone.title');
  await fillSignUp(page, phone);
  await button(page, 'auth.otp.submit').click();
  await expectTitle(page, 'otp.title');
  await typeCode(page, await codeFor(page.request, phone.e164));
}
