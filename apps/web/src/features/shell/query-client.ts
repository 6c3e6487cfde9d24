import { QueryClient } from '@tanstack/react-query';

/** The cache of the pages behind the sign-in; the one HTTP client already repeats, times out and reports. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
