import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { message } from '#shared/forms/message.ts';
import { required } from '#shared/forms/rules.ts';
import { commonEvents } from '#state/common.ts';

export type PrivacyRequest = Answer<'GET /vid/api/privacy/requests'>[number];

const name = 'privacy-requests';

export const requestKinds = ['correction', 'restriction', 'objection', 'access', 'other'] as const;
const maxLength = 2_000;

export const requestSchema = v.object({
  kind: v.picklist(requestKinds, message('errors.required')),
  details: v.pipe(required(), v.maxLength(maxLength, message('errors.tooLong', { count: maxLength }))),
});

export function useRequests() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/privacy/requests', { signal, isRepeatable: true }),
  });
}

export function useMakeRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: v.InferOutput<typeof requestSchema>) =>
      api.post('/vid/api/privacy/requests', { body }),
    onSuccess: async () => {
      commonEvents.succeeded('privacy.request.made');
      await queryClient.invalidateQueries({ queryKey: [name] });
    },
  });
}

export function useCloseRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (requestId: string) => api.post('/vid/api/privacy/requests/close', { body: { requestId } }),
    onSuccess: async () => {
      commonEvents.succeeded('privacy.request.closed');
      await queryClient.invalidateQueries({ queryKey: [name] });
    },
  });
}
