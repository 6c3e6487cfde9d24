import type { list as vi } from '#shared/i18n/messages/vi/list.ts';

export const list: Record<keyof typeof vi, string> = {
  'list.filters': 'Filters in use',
  'list.removeFilter': 'Remove the filter {filter}',
  'list.clearSearch': 'Clear the search',
  'list.pages': 'Pages of the list',
  'list.previous': 'Previous page',
  'list.next': 'Next page',
  'list.noMatch': 'No matches',
  'list.noMatch.text': 'Try other words or fewer filters.',
  'list.clear': 'Clear search and filters',
  'list.filter.clear': 'Clear filters',
  'list.select.all': 'Select all on this page',
  'list.select.one': 'Select {name}',
  'list.select.clear': 'Clear selection',
  'list.selected': '{count, plural, other {{count, number} selected}}',
  'list.actions': 'Actions',
  'list.actions.named': 'Actions for {name}',
};
