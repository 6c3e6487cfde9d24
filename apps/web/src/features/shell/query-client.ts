import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { loadProfile } from '#session/session.ts';
import { failedWith } from '#shared/api/api-failure.ts';

/** An administrator has demanded a new password since the profile was loaded. The demand leads to the change. */
function onError(error: Error): void {
  if (failedWith(error, 'PASSWORD_CHANGE_REQUIRED')) void loadProfile();
}

/** The cache of the pages behind the sign-in. The HTTP client already retries, times out and reports errors. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
