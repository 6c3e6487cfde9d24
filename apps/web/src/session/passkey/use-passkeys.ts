import { useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Passkey = Answer<'GET /vid/api/passkeys'>[number];

export const passkeysKey = ['passkeys'] as const;

export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => api.get('/vid/api/passkeys', { signal, isRepeatable: true }),
  });
}
