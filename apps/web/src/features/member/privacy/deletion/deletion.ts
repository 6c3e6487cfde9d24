import { useMutation, useQuery } from '@tanstack/react-query';
import { sessionEnded } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import { authEvents } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';

export function useDeletionPreview() {
  return useQuery({
    queryKey: ['privacy-deletion'],
    queryFn: ({ signal }) => api.get('/vid/api/privacy/deletion', { signal, isRepeatable: true }),
  });
}

/** Deletes the account and signs out, because the server has ended every session. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => api.post('/vid/api/privacy/deletion'),
    onSuccess: () => {
      sessionEnded('asked');
      authEvents.loginTargetKept(null);
      commonEvents.succeeded('privacy.deletion.done');
    },
  });
}
