import { message } from '#shared/forms/message.ts';
import { notify } from '#shared/ui/feedback/notify.ts';

const copied = {
  code: 'invitations.copied.code',
  link: 'invitations.copied.link',
} as const;

/** Copies a text to the clipboard and says so. */
export async function copy(text: string, kind: keyof typeof copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(message(copied[kind]));
  } catch {
    notify.error(message('invitations.copyFailed'));
  }
}
