import { failedWith } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { notify } from '#shared/ui/feedback/notify.ts';

export type BulkStart = {
  /** Called with the current number of matches if it is not 0 and differs from the number that the user confirmed. */
  onRecount: (count: number) => void;
  /** Called once the change has started, or if no row matches any more. */
  onDone: () => void;
};

/**
 * Returns a function that starts a change to all matches. If their number has changed, the function throws, so that the
 * dialog stays open and asks again. If nothing matches any more, it reports this as an error and does not throw.
 */
export function useBulkStart({ onRecount, onDone }: BulkStart) {
  const t = useT();
  return async (send: () => Promise<unknown>): Promise<void> => {
    try {
      await send();
    } catch (error) {
      if (!failedWith(error, 'BULK_COUNT_CHANGED')) throw error;
      const found = Number(error.details['count']);
      if (found > 0) {
        onRecount(found);
        throw error;
      }
      notify.error(t('bulk.none'));
    }
    onDone();
  };
}
