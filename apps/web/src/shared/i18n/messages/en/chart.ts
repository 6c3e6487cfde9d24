import type { chart as vi } from '#shared/i18n/messages/vi/chart.ts';

export const chart: Record<keyof typeof vi, string> = {
  'chart.table': 'Show as a table',
  'chart.none': 'No figures for this period yet',
};
