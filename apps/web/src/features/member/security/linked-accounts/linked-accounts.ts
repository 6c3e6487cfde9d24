import { useMutation, useQuery } from '@tanstack/react-query';
import type { Provider } from '#session/social/providers.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { commonEvents } from '#state/common.ts';
import { useReload } from '#features/member/security/history/history.ts';

export type LinkedAccounts = Answer<'GET /vid/api/users/identities'>;
export type LinkedAccount = LinkedAccounts['identities'][number];

const name = 'identities';

export function useLinkedAccounts() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/users/identities', { signal, isRepeatable: true }),
  });
}

/** The outcome of a press. With `left`, the browser is leaving for the provider. */
type Linking = 'linked' | 'left' | 'cancelled' | 'blocked';

/** Links a social account. Loads the code for providers only when a button is pressed. */
async function link({ provider, redirects }: { provider: Provider; redirects: boolean }): Promise<Linking> {
  const { askProvider } = await import('#session/social/ask-provider.ts');
  const asked = await askProvider(provider, {
    start: () => api.post('/vid/api/users/identity-requests', { body: { provider } }),
    redirects,
  });
  if (asked.kind !== 'proof') return asked.kind;
  await api.post('/vid/api/users/identities', { body: asked.proof });
  return 'linked';
}

export function useLinkAccount() {
  const reload = useReload([name]);
  return useMutation({
    mutationFn: link,
    onSuccess: async (done) => {
      if (done !== 'linked') return;
      commonEvents.succeeded('social.linked');
      await reload();
    },
  });
}

/** Unlinks a social account. Succeeds if the account is already unlinked. */
async function unlink(provider: Provider): Promise<void> {
  try {
    await api.delete('/vid/api/users/identities/:provider', { params: { provider } });
  } catch (error) {
    if (!failedWith(error, 'SOCIAL_NOT_LINKED')) throw error;
  }
}

export function useUnlinkAccount() {
  const reload = useReload([name]);
  return useMutation({
    mutationFn: unlink,
    onSuccess: async () => {
      commonEvents.succeeded('social.card.removed');
      await reload();
    },
  });
}
