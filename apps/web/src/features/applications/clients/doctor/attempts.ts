import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failedWith } from '#shared/api/api-failure.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Attempt = Answer<'GET /vid/api/apps/:appId/clients/:clientId/attempts'>[number];
export type Step = Attempt['steps'][number];
export type Problem = NonNullable<Step['problem']>;

const pollMs = 5_000;

/** Reads the last sign-ons of a client, and reads them again at each change while the page is open. */
export function useAttempts(appId: string, clientId: string) {
  const queryClient = useQueryClient();
  const query = useRead('GET /vid/api/apps/:appId/clients/:clientId/attempts', {
    params: { appId, clientId },
  });
  // The client was deleted, or the application has another manager by now.
  const isGone = failedWith(query.error, 'NOT_FOUND', 'FORBIDDEN');
  // Follows the server's events. Polls where they do not arrive.
  useEffect(() => {
    if (isGone) return undefined;
    const queryKey = ['apps', appId, 'clients', clientId, 'attempts'];
    const readAgain = () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
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
