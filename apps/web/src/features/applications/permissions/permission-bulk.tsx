import { bulkLimits, type PermissionBulkAction } from '@vid/contract/bulk';
import type { InferOutput } from 'valibot';
import { useApplication } from '#features/applications/list/application-parts.tsx';
import { useRoles } from '#features/applications/roles/roles.ts';
import { BulkCards, pollOf } from '#features/bulk/bulk-cards.tsx';
import { type Matching, MatchingChoice } from '#features/bulk/matching.tsx';
import { type BulkStart, useBulkStart } from '#features/bulk/use-bulk-start.ts';
import { ActionDialog } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange, useRead, useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { changeRules, isDangerous, RoleField } from './change-dialog.tsx';
import { usePeopleCount } from './permissions.tsx';

type Filter = Body<'POST /vid/api/apps/:appId/permissions/count'>;
type Change = Answer<'GET /vid/api/apps/:appId/permissions/bulk-changes'>[number];

const changesOf = (appId: string) => `apps/${appId}/permissions/bulk-changes`;

export const usePermissionBulk = (appId: string) =>
  useRead(
    'GET /vid/api/apps/:appId/permissions/bulk-changes',
    { params: { appId } },
    { refetchInterval: ({ state }) => pollOf(state.data) },
  );

type CardsProps = {
  appId: string;
  query: { readonly data: readonly Change[] | undefined; readonly error: Error | null };
};

export function PermissionBulkCards({ appId, query: { data, error } }: CardsProps) {
  const t = useT();
  const { data: roles = [] } = useRoles(appId);
  const move = useChange(
    ({ bulkId, step }: { bulkId: string; step: 'stop' | 'undo' }) =>
      api.post(`/vid/api/apps/:appId/permissions/bulk-changes/:bulkId/${step}`, {
        params: { appId, bulkId },
      }),
    changesOf(appId),
  );
  const roleOf = ({ newRole }: Change) => roles.find(({ code }) => code === newRole)?.name ?? newRole ?? '';
  return (
    <>
      <Failure error={error} className="mb-4" />
      <BulkCards
        changes={data}
        texts={{
          title: (change) =>
            t(`apps.people.bulk.${change.action}`, { count: change.total, role: roleOf(change) }),
          progress: ({ action, total }, done) => t(`apps.people.bulk.${action}.done`, { done, total }),
          undo: () => t('apps.people.bulk.undo'),
        }}
        onStop={(bulkId) => move.mutateAsync({ bulkId, step: 'stop' })}
        onUndo={(bulkId) => move.mutateAsync({ bulkId, step: 'undo' })}
      />
    </>
  );
}

type AllProps = { appId: string; matching: Matching; filter: Filter; revision: string };

export function AllPeople({ appId, matching, filter, revision }: AllProps) {
  const count = usePeopleCount(appId, filter, { revision });
  return <MatchingChoice matching={matching} count={count} />;
}

/** A change to all people who match `filter`. `count` is the number of matches that the dialog names. */
export type BulkQuestion = {
  readonly kind: PermissionBulkAction;
  readonly filter: Filter;
  readonly count: number;
};

type Props = BulkStart & {
  appId: string;
  /** Change to ask about; null closes the dialog. */
  question: BulkQuestion | null;
  onClose: () => void;
};

/** Asks before a change to all matching people. If their number has changed, asks again with the new number. */
export function PermissionBulkDialog({ appId, question, onClose, ...after }: Props) {
  const t = useT();
  const { data: application } = useApplication(appId);
  const start = useSend('POST /vid/api/apps/:appId/permissions/bulk-changes', { appId }, changesOf(appId));
  const startBulk = useBulkStart(after);
  const { kind = 'lock', filter = {}, count = 0 } = question ?? {};
  const rules = changeRules(kind);
  const confirm = ({ role }: InferOutput<typeof rules>) =>
    startBulk(() =>
      start.mutateAsync({
        ...filter,
        action: kind,
        ...(kind === 'set-role' && { newRole: role }),
        expected: count,
      }),
    );
  const text =
    kind === 'remove'
      ? t(application?.access === 'open' ? 'apps.people.bulk.remove.open' : 'apps.people.bulk.remove.text', {
          count,
        })
      : t(`apps.people.${kind}.text`, { count });
  return (
    <ActionDialog
      isOpen={question !== null}
      onClose={onClose}
      title={t(`apps.people.${kind}.title`, { who: t('apps.people', { count }) })}
      text={`${text} ${t('bulk.undoable', { minutes: bulkLimits.undoMinutes })}`}
      action={t(`apps.people.${kind}`)}
      isDangerous={isDangerous(kind)}
      value={String(count)}
      removesOpener
      rules={rules}
      onConfirm={confirm}
    >
      {kind === 'set-role' && <RoleField appId={appId} people={[]} />}
    </ActionDialog>
  );
}
