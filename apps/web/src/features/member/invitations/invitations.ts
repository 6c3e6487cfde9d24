import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccountKey } from '#session/account-query.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Invitations = Answer<'GET /vid/api/users/invitations'>;
export type InvitedMember = Invitations['joined']['items'][number];

/** The member's invitation and, page by page, who joined with it. */
export function useInvitations() {
  const queryKey = useAccountKey('invitations');
  return useInfiniteQuery({
    queryKey,
    // During sign-out the page is briefly mounted without an account.
    enabled: queryKey[1] !== null,
    initialPageParam: null,
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
      api.get('/vid/api/users/invitations', {
        query: pageParam === null ? {} : { after: pageParam },
        signal,
        isRepeatable: true,
      }),
    getNextPageParam: (page: Invitations) => page.joined.next,
  });
}
