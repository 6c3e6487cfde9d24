import { bulkLimits } from '@vid/contract/bulk';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead, useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { BulkCards, pollOf } from './bulk-cards.tsx';
import { type Matching, MatchingChoice } from './matching.tsx';
import type { AccountChange } from '#features/admin/accounts/accounts.tsx';
import { actionKeys } from '#features/admin/accounts/change-dialogs.tsx';

type Filter = Body<'POST /vid/api/admin/accounts/count'>;
type Change = Answer<'GET /vid/api/admin/accounts/bulk-changes'>[number];

export const useAccountBulk = () =>
  useRead(
    'GET /vid/api/admin/accounts/bulk-changes',
    {},
    { refetchInterval: ({ state }) => pollOf(state.data) },
  );

export function AccountBulkCards({ changes }: { changes: readonly Change[] | undefined }) {
  const t = useT();
  const move = useChange(
    ({ bulkId, step }: { bulkId: string; step: 'stop' | 'undo' }) =>
      api.post(`/vid/api/admin/accounts/bulk-changes/:bulkId/${step}`, { params: { bulkId } }),
    'admin/accounts/bulk-changes',
  );
  return (
    <BulkCards
      changes={changes}
      texts={{
        title: ({ action, total }) => t(`admin.accounts.bulk.${action}`, { count: total }),
        progress: ({ action, total }, done) => t(`admin.accounts.bulk.${action}.done`, { done, total }),
        undo: () => t('admin.accounts.bulk.undo'),
      }}
      onStop={(bulkId) => move.mutateAsync({ bulkId, step: 'stop' })}
      onUndo={(bulkId) => move.mutateAsync({ bulkId, step: 'undo' })}
    />
  );
}

/** Counts the matches on the server at this moment, and offers to select them. */
export function AllAccounts({ matching, filter }: { matching: Matching; filter: Filter }) {
  const count = useRead('POST /vid/api/admin/accounts/count', { body: filter });
  return <MatchingChoice matching={matching} count={count} />;
}

type Props = {
  /** The change to ask about; null closes the dialog. */
  action: AccountChange | null;
  matching: Matching;
  filter: Filter;
  onClose: () => void;
  onStarted: () => void;
};

/** Asks before a change of all accounts that match. If their number has changed, asks again with the new number. */
export function AccountBulkDialog({ action, matching: { all, choose }, filter, onClose, onStarted }: Props) {
  const t = useT();
  const start = useSend('POST /vid/api/admin/accounts/bulk-changes', {}, 'admin/accounts/bulk-changes');
  const count = all ?? 0;
  const confirm = async (reason: string) => {
    if (action === null) return;
    try {
      await start.mutateAsync({ ...filter, action, reason, expected: count });
    } catch (error) {
      if (failedWith(error, 'BULK_COUNT_CHANGED')) choose(Number(error.details['count']));
      throw error;
    }
    onStarted();
  };
  const textOf = (asked: AccountChange) =>
    [
      t(`admin.accounts.${asked}.text`, { count }),
      asked === 'end-sessions' ? t('admin.accounts.bulk.endSessions') : t('admin.accounts.bulk.text'),
      ...(asked === 'end-sessions'
        ? []
        : [t('admin.accounts.bulk.undoable', { minutes: bulkLimits.undoMinutes })]),
    ].join(' ');
  return (
    <ReasonDialog
      question={
        action && {
          title: t(`admin.accounts.${action}.title`, { count }),
          text: textOf(action),
          action: t(actionKeys[action]),
          isDangerous: action === 'lock',
          value: String(count),
        }
      }
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
