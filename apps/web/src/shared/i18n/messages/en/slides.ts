import type { slides as vi } from '#shared/i18n/messages/vi/slides.ts';

export const slides: Record<keyof typeof vi, string> = {
  'slides.label': 'Our mission',
  'slides.goTo': 'Item {index} of {total}',
};
