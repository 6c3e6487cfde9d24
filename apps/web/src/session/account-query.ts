import { useQuery } from '@tanstack/react-query';
import { useAuth } from '#state/auth.ts';

/** The key of a query, by account, so that one account never sees the cached data of another. */
export function useAccountKey(name: string) {
  return [name, useAuth((state) => state.user?.id ?? null)] as const;
}

export function useAccountQuery<T>(
  name: string,
  queryFn: (options: { signal: AbortSignal }) => Promise<T>,
  refetchInterval?: (data: T | undefined) => number | false,
) {
  const queryKey = useAccountKey(name);
  return useQuery({
    queryKey,
    // During sign-out the page is briefly mounted without an account.
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) => queryFn({ signal }),
    refetchInterval: (query) => refetchInterval?.(query.state.data) ?? false,
  });
}
