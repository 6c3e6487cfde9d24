import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

type History = Answer<'GET /vid/api/users/history'>;
export type HistoryItem = History['items'][number];

const name = 'history';

export function useHistory() {
  return useInfiniteQuery({
    queryKey: [name],
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

/** Reloads a list after a change, and the history, which records the change. Waits only for the list. */
export function useReload(queryKey: QueryKey): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: [name] });
    return queryClient.invalidateQueries({ queryKey });
  };
}
