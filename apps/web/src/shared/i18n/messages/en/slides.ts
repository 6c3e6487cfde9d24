import type { slides as vi } from '#shared/i18n/messages/vi/slides.ts';

export const slides: Record<keyof typeof vi, string> = {
  'slides.label': 'Our mission',
  'slides.goTo': 'Item {index} of {total}',
  'slides.1.title': 'Bringing brokers together',
  'slides.1.text': 'Connecting brokers, real-estate exchanges, customers and experts across the country.',
  'slides.2.title': 'Professional standards',
  'slides.2.text': 'Certified professionals, open with their customers and accountable to them.',
  'slides.3.title': 'Protecting our members',
  'slides.3.text': 'Listening to members, standing by them and speaking up for their rights.',
};
