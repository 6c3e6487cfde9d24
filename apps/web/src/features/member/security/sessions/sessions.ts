import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';

export type Session = Answer<'GET /vid/api/sessions'>[number];

/** Keyed by account, so that one account never sees the cached list of another. */
function useSessionsKey() {
  const account = useAuth((state) => state.user?.id ?? null);
  return ['sessions', account] as const;
}

export function useSessions() {
  const queryKey = useSessionsKey();
  return useQuery({
    queryKey,
    // During sign-out the page is briefly mounted without an account.
    enabled: queryKey[1] !== null,
    queryFn: ({ signal }) =>
      api.get('/vid/api/sessions', {
        signal,
        isRepeatable: true,
      }),
  });
}

/** Ends one session. Succeeds if it has already ended. */
async function endSession(sessionId: string): Promise<void> {
  try {
    await api.delete('/vid/api/sessions/:sessionId', {
      params: { sessionId },
    });
  } catch (error) {
    if (!failedWith(error, 'SESSION_NOT_FOUND')) throw error;
  }
}

export function useEndSession() {
  const queryClient = useQueryClient();
  const queryKey = useSessionsKey();
  return useMutation({
    mutationFn: endSession,
    onSuccess: async (_done, sessionId) => {
      queryClient.setQueryData<Session[]>(queryKey, (sessions) =>
        sessions?.filter(({ id }) => id !== sessionId),
      );
      commonEvents.succeeded('account.security.session.ended');
      await queryClient.invalidateQueries({ queryKey });
    },
  });
}
