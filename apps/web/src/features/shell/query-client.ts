import { QueryClient } from '@tanstack/react-query';

/** The cache of the pages behind the sign-in. The HTTP client already retries, times out and reports errors. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
