import { useMutation, useQuery } from '@tanstack/react-query';
import { loadProfile } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { commonEvents } from '#state/common.ts';
import { useReload } from '#features/member/security/history/history.ts';

export type TwoStepState = Answer<'GET /vid/api/users/two-step'>;
export type Setup = Answer<'POST /vid/api/users/two-step/setup'>;

const name = 'two-step';

export function useTwoStep() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/users/two-step', { signal, isRepeatable: true }),
  });
}

/**
 * Reloads the two-step state, and the profile, which says whether an administrator must set up an authenticator app.
 */
export function useReloadTwoStep(): () => Promise<void> {
  const reload = useReload([name]);
  return async () => {
    await Promise.all([reload(), loadProfile()]);
  };
}

export function useStartSetup() {
  return useMutation({
    // Do not keep secrets in the cache.
    gcTime: 0,
    mutationFn: () => api.post('/vid/api/users/two-step/setup', { body: {} }),
  });
}

export function useReplaceRecoveryCodes() {
  const reload = useReloadTwoStep();
  return useMutation({
    gcTime: 0,
    mutationFn: () => api.post('/vid/api/users/two-step/recovery-codes', { body: {} }),
    // Another device may have disabled the authenticator app.
    onSettled: reload,
  });
}

export function useSwitchOff() {
  const reload = useReloadTwoStep();
  return useMutation({
    mutationFn: () => api.delete('/vid/api/users/two-step'),
    onSuccess: () => commonEvents.succeeded('twoStep.card.off.done'),
    onSettled: reload,
  });
}
