import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Invitations = Answer<'GET /vid/api/users/invitations'>;
export type InvitedMember = Invitations['joined']['items'][number];

export function useInvitations() {
  return useInfiniteQuery({
    queryKey: ['invitations'],
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
