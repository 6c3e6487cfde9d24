import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRefresh } from '#shared/api/queries.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import type { CaseQueue } from './case-queue.tsx';

type Options<Input> = {
  readonly queue: CaseQueue;
  /** Path of the queue's endpoints, relative to `/vid/api`. */
  readonly path: string;
  readonly name: string | null;
  readonly done: (input: Input) => PlainKey;
};

/**
 * Sends a decision on a case, and then opens the next case or the list. Refetches the case after a failure, which may
 * mean that the case has changed.
 */
export function useDecision<Input>(
  send: (input: Input) => Promise<unknown>,
  { queue, path, name, done }: Options<Input>,
) {
  const queryClient = useQueryClient();
  const refreshCounts = useRefresh('admin/attention');
  return useMutation({
    mutationFn: send,
    onSuccess: async (_result, input) => {
      // Do not refetch the decided case, because it is no longer shown, and the audit log records each read.
      await queryClient.invalidateQueries({ queryKey: path.split('/'), refetchType: 'none' });
      await queue.decided(done(input), name);
      void refreshCounts();
    },
    onError: useRefresh(path, 'admin/attention'),
  });
}
