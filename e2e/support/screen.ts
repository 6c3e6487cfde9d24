import { expect, type Locator, type Page } from '@playwright/test';
import { t, textsIn, type Language, type MessageKey, type TranslateRest } from './texts.ts';

type Scope = Page | Locator;

export function button<Key extends MessageKey>(
  scope: Scope,
  key: Key,
  ...values: TranslateRest<Key>
): Locator {
  return scope.getByRole('button', { name: t(key, ...values), exact: true });
}

export function link<Key extends MessageKey>(scope: Scope, key: Key, ...values: TranslateRest<Key>): Locator {
  return scope.getByRole('link', { name: t(key, ...values), exact: true });
}

export function menuItem<Key extends MessageKey>(
  scope: Scope,
  key: Key,
  ...values: TranslateRest<Key>
): Locator {
  return scope.getByRole('menuitem', { name: t(key, ...values), exact: true });
}

/** Matches part of the name, which may also contain a hint or "optional". */
export function textbox<Key extends MessageKey>(
  scope: Scope,
  key: Key,
  ...values: TranslateRest<Key>
): Locator {
  return scope.getByRole('textbox', { name: t(key, ...values) });
}

/** Matches part of the name, because the name of a choice includes its hint. */
export function radio<Key extends MessageKey>(
  scope: Scope,
  key: Key,
  ...values: TranslateRest<Key>
): Locator {
  return scope.getByRole('radio', { name: t(key, ...values) });
}

/** A password field has no role, so it is found by its label. */
export function passwordField(
  scope: Scope,
  key:
    | 'common.password'
    | 'reset.input.password'
    | 'reset.input.confirm'
    | 'account.password.current'
    | 'account.password.new'
    | 'account.password.confirm' = 'common.password',
  language: Language = 'vi',
): Locator {
  return scope.getByLabel(textsIn(language)(key), { exact: true });
}

export function phoneField(scope: Scope): Locator {
  return textbox(scope, 'common.phone');
}

/** The one field behind the six boxes of a one-time code. */
export function codeField(scope: Scope): Locator {
  return scope.locator('input[autocomplete="one-time-code"]');
}

export function captchaPicture(scope: Scope): Locator {
  return scope.getByRole('img', { name: t('captcha.image') });
}

export function agreement(scope: Scope): Locator {
  return scope.getByRole('checkbox', { name: t('signUp.agree') });
}

export function text<Key extends MessageKey>(scope: Scope, key: Key, ...values: TranslateRest<Key>): Locator {
  return scope.getByText(t(key, ...values));
}

export function title(page: Page): Locator {
  return page.getByRole('heading', { level: 1 });
}

export async function expectTitle<Key extends MessageKey>(
  page: Page,
  key: Key,
  ...values: TranslateRest<Key>
): Promise<void> {
  await expect(title(page)).toHaveText(t(key, ...values));
}
