import type { PlainKey } from '#shared/i18n/message-types.ts';
import { message } from '#shared/forms/message.ts';
import { notify } from './notify.ts';

export async function copyText(text: string, copied: PlainKey): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(message(copied));
  } catch {
    notify.error(message('account.copyFailed'));
  }
}
