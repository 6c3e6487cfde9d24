import { bulkLimits } from '@vid/contract/bulk';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange, useRead, useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { BulkCards, pollOf } from '#features/bulk/bulk-cards.tsx';
import { type Matching, MatchingChoice } from '#features/bulk/matching.tsx';
import { type BulkStart, useBulkStart } from '#features/bulk/use-bulk-start.ts';
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

export function AccountBulkCards({
  query: { data, error },
}: {
  query: { readonly data: readonly Change[] | undefined; readonly error: Error | null };
}) {
  const t = useT();
  const move = useChange(
    ({ bulkId, step }: { bulkId: string; step: 'stop' | 'undo' }) =>
      api.post(`/vid/api/admin/accounts/bulk-changes/:bulkId/${step}`, { params: { bulkId } }),
    'admin/accounts/bulk-changes',
  );
  return (
    <>
      <Failure error={error} className="mb-4" />
      <BulkCards
        changes={data}
        texts={{
          title: ({ action, total }) => t(`admin.accounts.bulk.${action}`, { count: total }),
          progress: ({ action, total }, done) => t(`admin.accounts.bulk.${action}.done`, { done, total }),
          undo: () => t('admin.accounts.bulk.undo'),
        }}
        onStop={(bulkId) => move.mutateAsync({ bulkId, step: 'stop' })}
        onUndo={(bulkId) => move.mutateAsync({ bulkId, step: 'undo' })}
      />
    </>
  );
}

export function AllAccounts({ matching, filter }: { matching: Matching; filter: Filter }) {
  const count = useRead('POST /vid/api/admin/accounts/count', { body: filter });
  return <MatchingChoice matching={matching} count={count} />;
}

/** A change to all accounts that match `filter`. `count` is the number of matches that the dialog names. */
export type BulkQuestion = {
  readonly action: AccountChange;
  readonly filter: Filter;
  readonly count: number;
};

type Props = BulkStart & {
  /** Change to ask about; null closes the dialog. */
  question: BulkQuestion | null;
  onClose: () => void;
};

/** Asks before a change to all matching accounts. If their number has changed, asks again with the new number. */
export function AccountBulkDialog({ question, onClose, ...after }: Props) {
  const t = useT();
  const start = useSend('POST /vid/api/admin/accounts/bulk-changes', {}, 'admin/accounts/bulk-changes');
  const startBulk = useBulkStart(after);
  const confirm = async (reason: string) => {
    if (question === null) return;
    const { action, filter, count } = question;
    await startBulk(() => start.mutateAsync({ ...filter, action, reason, expected: count }));
  };
  const textOf = ({ action, count }: BulkQuestion) =>
    [
      t(`admin.accounts.${action}.text`, { count }),
      action === 'end-sessions' ? t('admin.accounts.bulk.endSessions') : t('admin.accounts.bulk.text'),
      ...(action === 'end-sessions' ? [] : [t('bulk.undoable', { minutes: bulkLimits.undoMinutes })]),
    ].join(' ');
  return (
    <ReasonDialog
      question={
        question && {
          title: t(`admin.accounts.${question.action}.title`, { count: question.count }),
          text: textOf(question),
          action: t(actionKeys[question.action]),
          isDangerous: question.action === 'lock',
          value: String(question.count),
        }
      }
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
