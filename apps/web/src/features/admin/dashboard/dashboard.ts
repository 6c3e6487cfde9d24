import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Dashboard = Answer<'GET /vid/api/admin/dashboard'>;
export type Period = Dashboard['period'];
export const periods: readonly Period[] = ['day', 'week', 'month'];

/** The server counts every minute. */
const refetchMs = 60_000;

export function useDashboard(period: Period) {
  return useQuery({
    queryKey: ['admin-dashboard', period],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/dashboard', { query: { period }, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
}
