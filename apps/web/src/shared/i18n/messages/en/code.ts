import type { code as vi } from '#shared/i18n/messages/vi/code.ts';

export const code: Record<keyof typeof vi, string> = {
  'code.copy': 'Copy',
  'code.copy.named': 'Copy {name}',
  'code.copied': 'Copied.',
};
