import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Attempt = Answer<'GET /vid/api/apps/:appId/clients/:clientId/attempts'>[number];
export type Step = Attempt['steps'][number];
export type Problem = NonNullable<Step['problem']>;
export type Check = Answer<'POST /vid/api/apps/:appId/clients/:clientId/checks'>[number];

const pollMs = 5_000;

/** The last sign-ons of a client, read again at each change while the page is open. */
export function useAttempts(appId: string, clientId: string) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['client-attempts', appId, clientId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/apps/:appId/clients/:clientId/attempts', {
        params: { appId, clientId },
        signal,
        isRepeatable: true,
      }),
  });
  // The client was deleted, or the application has another manager by now.
  const isGone = failedWith(query.error, 'NOT_FOUND', 'FORBIDDEN');
  // Follows the server's events. Polls where they do not arrive.
  useEffect(() => {
    if (isGone) return undefined;
    const readAgain = () =>
      void queryClient.invalidateQueries(
        { queryKey: ['client-attempts', appId, clientId] },
        { cancelRefetch: false },
      );
    const path = `/vid/api/apps/${encodeURIComponent(appId)}/clients/${encodeURIComponent(clientId)}`;
    const events = new EventSource(`${path}/attempts/events`);
    events.addEventListener('message', readAgain);
    const timer = setInterval(() => {
      if (events.readyState !== EventSource.OPEN && document.visibilityState === 'visible') readAgain();
    }, pollMs);
    return () => {
      events.close();
      clearInterval(timer);
    };
  }, [queryClient, isGone, appId, clientId]);
  return query;
}

export function useChecks(appId: string, clientId: string) {
  return useMutation({
    mutationFn: () =>
      api.post('/vid/api/apps/:appId/clients/:clientId/checks', { params: { appId, clientId } }),
  });
}
