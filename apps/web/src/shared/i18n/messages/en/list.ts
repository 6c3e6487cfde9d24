import type { list as vi } from '#shared/i18n/messages/vi/list.ts';

export const list: Record<keyof typeof vi, string> = {
  'list.clearSearch': 'Clear the search',
  'list.pages': 'Pages of the list',
  'list.previous': 'Previous page',
  'list.next': 'Next page',
  'list.noMatch': 'No matches',
  'list.noMatch.text': 'Try other words or fewer filters.',
  'list.clear': 'Clear search and filters',
};
