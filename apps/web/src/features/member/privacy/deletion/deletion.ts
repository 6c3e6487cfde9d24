import { useMutation } from '@tanstack/react-query';
import { useAccountQuery } from '#session/account-query.ts';
import { withReauthentication } from '#session/reauthenticate.ts';
import { sessionEnded } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import { authEvents } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';

export function useDeletionPreview() {
  return useAccountQuery('privacy-deletion', ({ signal }) =>
    api.get('/vid/api/privacy/deletion', { signal, isRepeatable: true }),
  );
}

/** Deletes the account and signs out. The server has ended every session. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => withReauthentication(() => api.post('/vid/api/privacy/deletion')),
    onSuccess: () => {
      sessionEnded('asked');
      authEvents.loginTargetKept(null);
      commonEvents.succeeded('privacy.deletion.done');
    },
  });
}
