import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { termsVersion } from '@vid/contract/limits';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale } from '#shared/i18n/use-t.ts';
import { commonEvents } from '#state/common.ts';

export type Purpose = Answer<'GET /vid/api/privacy/consents'>[number];

const name = 'privacy-consents';

export function usePurposes() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/privacy/consents', { signal, isRepeatable: true }),
  });
}

/** Gives or withdraws the consent to news, whose current text the page shows. */
export function useDecideMarketing() {
  const queryClient = useQueryClient();
  const language = textLanguageOf(useLocale());
  return useMutation({
    mutationFn: (isGiven: boolean) =>
      api.post('/vid/api/privacy/consents', {
        body: { purpose: 'marketing', isGiven, version: termsVersion, language },
        isRepeatable: true,
      }),
    onSuccess: async (_done, isGiven) => {
      commonEvents.succeeded(isGiven ? 'privacy.consent.done' : 'privacy.consent.undone');
      await queryClient.invalidateQueries({ queryKey: [name] });
    },
  });
}
