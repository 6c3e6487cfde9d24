import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useAuth } from '#state/auth.ts';

type History = Answer<'GET /vid/api/users/history'>;
export type HistoryItem = History['items'][number];

/** What happened to the account, page by page. */
export function useHistory() {
  // Keyed by account, so that one account never sees the cached list of another.
  const account = useAuth((state) => state.user?.id ?? null);
  return useInfiniteQuery({
    queryKey: ['history', account],
    // During sign-out the page is briefly mounted without an account.
    enabled: account !== null,
    initialPageParam: null,
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
      api.get('/vid/api/users/history', {
        query: { limit: 10, ...(pageParam !== null && { after: pageParam }) },
        signal,
        isRepeatable: true,
      }),
    getNextPageParam: (page: History) => page.next,
  });
}
