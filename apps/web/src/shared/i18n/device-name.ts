import type { Translate } from '#shared/i18n/message-types.ts';

export function knownDeviceName(
  { browser, system }: { readonly browser: string; readonly system: string },
  t: Translate,
): string {
  if (browser !== '' && system !== '') return t('account.security.device', { browser, system });
  return browser || system;
}
