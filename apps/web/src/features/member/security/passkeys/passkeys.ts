import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Passkey, passkeysKey } from '#session/passkey/use-passkeys.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { commonEvents } from '#state/common.ts';
import { useReload } from '#features/member/security/history/history.ts';

/** Applies a change to the cached list, then loads it again. */
function useListChange() {
  const queryClient = useQueryClient();
  const reload = useReload(passkeysKey);
  return async (change: (passkeys: readonly Passkey[]) => readonly Passkey[]): Promise<void> => {
    queryClient.setQueryData<readonly Passkey[]>(passkeysKey, (passkeys) => passkeys && change(passkeys));
    await reload();
  };
}

export function useAddPasskey() {
  const changeList = useListChange();
  return useMutation({
    mutationFn: async () => {
      const { addPasskey, getCreationOptions } = await import('#session/passkey/add-passkey.ts');
      return addPasskey(getCreationOptions);
    },
    onSuccess: async (added) => {
      commonEvents.succeeded('passkey.added');
      await changeList((passkeys) => [added, ...passkeys]);
    },
    // Reload the list, because a passkey may have been added although the answer was lost.
    onError: () => changeList((passkeys) => passkeys),
  });
}

export function useRenamePasskey() {
  const changeList = useListChange();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      api.patch('/vid/api/passkeys/:passkeyId', { params: { passkeyId: id }, body: { name } }),
    onSuccess: async (renamed) => {
      commonEvents.succeeded('passkey.renamed');
      await changeList((passkeys) => passkeys.map((other) => (other.id === renamed.id ? renamed : other)));
    },
  });
}

/** Removes a passkey. Succeeds if it has already been removed. */
async function removePasskey(passkeyId: string): Promise<void> {
  try {
    await api.delete('/vid/api/passkeys/:passkeyId', { params: { passkeyId } });
  } catch (error) {
    if (!failedWith(error, 'PASSKEY_NOT_FOUND')) throw error;
  }
}

export function useRemovePasskey() {
  const changeList = useListChange();
  return useMutation({
    mutationFn: removePasskey,
    onSuccess: async (_done, passkeyId) => {
      commonEvents.succeeded('passkey.removed');
      await changeList((passkeys) => passkeys.filter(({ id }) => id !== passkeyId));
    },
  });
}
