import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRefresh } from '#shared/api/queries.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import type { CaseQueue } from './case-queue.tsx';

type Options<Input> = {
  readonly queue: CaseQueue;
  /** The path of the queue's endpoints continues `/vid/api`. */
  readonly path: string;
  readonly name: string | null;
  readonly done: (input: Input) => PlainKey;
};

/**
 * Sends a decision on a case, and then opens the next case. After a failure the case is read again, because the usual
 * cause is that it has changed.
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
      // Do not read the decided case again, because it is no longer shown, and the audit log records each reading.
      await queryClient.invalidateQueries({ queryKey: path.split('/'), refetchType: 'none' });
      await queue.decided(done(input), name);
      void refreshCounts();
    },
    onError: useRefresh(path, 'admin/attention'),
  });
}
