import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useIsFetching,
} from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { loadProfile, onSessionEnded } from '#session/session.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { useAfterDelay } from '#shared/hooks/use-after-delay.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { useAuth } from '#state/auth.ts';

/** Reloads the profile if an administrator has required a password change since the profile was loaded. */
function onError(error: Error): void {
  if (failedWith(error, 'PASSWORD_CHANGE_REQUIRED')) void loadProfile();
}

/** Creates the cache of the pages behind the sign-in. The HTTP client already retries requests. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Provides the query client of the signed-in account. Another account gets new pages and a new client, and so never
 * sees data of the previous account.
 */
export function AccountQueries({ children }: { children: ReactNode }) {
  const accountId = useAuth((state) => state.user?.id);
  return accountId === undefined ? null : <Queries key={accountId}>{children}</Queries>;
}

function Queries({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  // Listens for the end of the session: a new session of the same account must not show the previous session's data.
  useEffect(() => onSessionEnded(() => queryClient.clear()), [queryClient]);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Tells screen readers only once that data is loading, however many parts of the page wait. */
export function LoadingStatus() {
  const t = useT();
  const missing = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  const isProfileMissing = useAuth(({ profile, error }) => profile === null && error === null);
  const isShown = useAfterDelay(missing > 0 || isProfileMissing);
  return <output className="sr-only">{isShown && t('common.loading')}</output>;
}
