import type { Locator, Page } from '@playwright/test';
import type { AnyLocator, Scope } from './any-page.ts';
import { t, type MessageKey, type TranslateRest } from './texts.ts';

export function button<Found, Key extends MessageKey>(
  scope: Scope<Found>,
  key: Key,
  ...values: TranslateRest<Key>
): Found {
  return scope.getByRole('button', { name: t(key, ...values), exact: true });
}

export function link<Found, Key extends MessageKey>(
  scope: Scope<Found>,
  key: Key,
  ...values: TranslateRest<Key>
): Found {
  return scope.getByRole('link', { name: t(key, ...values), exact: true });
}

export function menuItem<Found, Key extends MessageKey>(
  scope: Scope<Found>,
  key: Key,
  ...values: TranslateRest<Key>
): Found {
  return scope.getByRole('menuitem', { name: t(key, ...values), exact: true });
}

/** Finds a text field by part of its name, which may also contain a hint or "optional". */
export function textbox<Found, Key extends MessageKey>(
  scope: Scope<Found>,
  key: Key,
  ...values: TranslateRest<Key>
): Found {
  return scope.getByRole('textbox', { name: t(key, ...values) });
}

/** Finds a radio button by part of its name, because the name of a choice includes its hint. */
export function radio<Found, Key extends MessageKey>(
  scope: Scope<Found>,
  key: Key,
  ...values: TranslateRest<Key>
): Found {
  return scope.getByRole('radio', { name: t(key, ...values) });
}

/** Finds a password field by its label, because a password field has no role. */
export function passwordField<Found>(
  scope: Scope<Found>,
  key:
    | 'common.password'
    | 'reset.input.password'
    | 'reset.input.confirm'
    | 'account.password.current'
    | 'account.password.new'
    | 'account.password.confirm' = 'common.password',
): Found {
  return scope.getByLabel(t(key), { exact: true });
}

export function phoneField<Found>(scope: Scope<Found>): Found {
  return textbox(scope, 'common.phone');
}

export function codeField<Found>(scope: Scope<Found>): Found {
  return scope.locator('input[autocomplete="one-time-code"]');
}

export function captchaPicture<Found>(scope: Scope<Found>): Found {
  return scope.getByRole('img', { name: t('captcha.image') });
}

export function agreement<Found>(scope: Scope<Found>): Found {
  return scope.getByRole('checkbox', { name: t('signUp.agree') });
}

export function text<Found, Key extends MessageKey>(
  scope: Scope<Found>,
  key: Key,
  ...values: TranslateRest<Key>
): Found {
  return scope.getByText(t(key, ...values));
}

export function title(page: Page): Locator {
  return page.getByRole('heading', { level: 1 });
}

/** Presses a button that closes its popup. `click` would fail if the popup closed before `click` returned. */
export async function pressAndClose(closing: Locator): Promise<void> {
  await closing.dispatchEvent('click');
}

/**
 * Waits until the app handles the page's form. Until then, the form only keeps typed text and a submission for the app.
 */
export async function waitForLiveForm(page: Scope<AnyLocator>): Promise<void> {
  await page.locator('form[data-live]').waitFor();
}

export async function expectTitle<Key extends MessageKey>(
  page: Scope<AnyLocator>,
  key: Key,
  ...values: TranslateRest<Key>
): Promise<void> {
  await page.getByRole('heading', { level: 1, name: t(key, ...values), exact: true }).waitFor();
}
