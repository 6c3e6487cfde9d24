import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { commonEvents } from '#state/common.ts';
import { useReload } from '#features/member/security/history/history.ts';

export type Session = Answer<'GET /vid/api/sessions'>[number];

const name = 'sessions';

export function useSessions() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/sessions', { signal, isRepeatable: true }),
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
  const reload = useReload([name]);
  return useMutation({
    mutationFn: endSession,
    onSuccess: async (_done, sessionId) => {
      queryClient.setQueryData<Session[]>([name], (sessions) =>
        sessions?.filter(({ id }) => id !== sessionId),
      );
      commonEvents.succeeded('account.security.session.ended');
      await reload();
    },
  });
}
