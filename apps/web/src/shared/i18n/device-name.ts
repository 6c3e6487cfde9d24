import type { Translate } from '#shared/i18n/message-types.ts';

/** Returns a device name such as "Chrome on Windows", or the part of it that is known. */
export function knownDeviceName(
  { browser, system }: { readonly browser: string; readonly system: string },
  t: Translate,
): string {
  if (browser !== '' && system !== '') return t('account.security.device', { browser, system });
  return browser || system;
}
