import { useMutation } from '@tanstack/react-query';
import { type BulkOutcome, type BulkStatus, bulkUndoOutcomes } from '@vid/contract/bulk';
import { ActionButton } from '#session/action-dialog.tsx';
import { dot, formatDateTime, formatHour } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';

export type BulkChange = {
  readonly id: string;
  readonly status: BulkStatus;
  readonly total: number;
  readonly outcomes: readonly { readonly outcome: BulkOutcome; readonly count: number }[];
  readonly reason?: string;
  readonly startedBy: string | null;
  readonly startedAt: string;
  readonly undoUntil: string | null;
  readonly undoneBy: string | null;
};

const isWorking = ({ status }: Pick<BulkChange, 'status'>) => status === 'running' || status === 'undoing';

const pollMs = 2_000;
/** Poll slowly while no change runs, because the offer to undo a change expires. */
const idlePollMs = 15_000;

/**
 * Returns the interval, in milliseconds, at which a list reloads its bulk changes; false if no bulk change can change.
 */
export function pollOf(changes: readonly BulkChange[] = []): number | false {
  if (changes.some(isWorking)) return pollMs;
  return changes.some(({ undoUntil }) => undoUntil !== null) && idlePollMs;
}

/**
 * Returns a text that changes when a bulk change starts, ends, stops or is undone. As the revision of the list's query,
 * it makes the list reload at these moments.
 */
export const revisionOf = (changes: readonly BulkChange[] = []): string =>
  changes.map(({ id, status }) => `${id} ${status}`).join();

const isOfUndo = (outcome: BulkOutcome): boolean => bulkUndoOutcomes.some((known) => known === outcome);

const tones = {
  running: 'brand',
  done: 'success',
  stopped: 'accent',
  undoing: 'brand',
  undone: 'plain',
} as const satisfies Record<BulkStatus, string>;

type Texts<Change> = {
  readonly title: (change: Change) => string;
  readonly progress: (change: Change, done: number) => string;
  readonly undo: (done: number) => string;
};

type Props<Change> = {
  changes: readonly Change[] | undefined;
  texts: Texts<Change>;
  onStop: (id: string) => Promise<unknown>;
  onUndo: (id: string) => Promise<unknown>;
};

export function BulkCards<Change extends BulkChange>({ changes = [], ...card }: Props<Change>) {
  return changes.map((change) => <BulkCard key={change.id} change={change} {...card} />);
}

function BulkCard<Change extends BulkChange>({
  change,
  texts,
  onStop,
  onUndo,
}: Omit<Props<Change>, 'changes'> & { change: Change }) {
  const t = useT();
  const { id, status, total, outcomes, reason, startedBy, undoUntil, undoneBy } = change;
  const countOf = (wanted: BulkOutcome) => outcomes.find(({ outcome }) => outcome === wanted)?.count ?? 0;
  const [done, undone] = [countOf('done'), countOf('undone')];
  const worked = outcomes.reduce((sum, { count }) => sum + count, 0);
  const ofUndo = outcomes.filter(({ outcome }) => isOfUndo(outcome));
  const isUndo = status === 'undoing' || status === 'undone' || ofUndo.length > 0;
  // An undo covers only the rows that were changed.
  const all = isUndo ? ofUndo.reduce((sum, { count }) => sum + count, done) : total;
  const position = isUndo ? all - done : worked;
  const progress = isUndo ? t('bulk.undone', { done: undone, total: all }) : texts.progress(change, done);
  const left = (isUndo ? ofUndo : outcomes).flatMap(({ outcome, count }) =>
    outcome === 'done' || outcome === 'undone' ? [] : [{ outcome, count }],
  );
  const sumLeft = left.reduce((sum, { count }) => sum + count, 0);
  const causes = left.map(({ outcome, count }) => t(`bulk.outcome.${outcome}`, { count })).join(dot);
  const title = texts.title(change);
  const stop = useMutation({ mutationFn: onStop });
  const time = formatDateTime(change.startedAt);
  const story = [
    startedBy === null ? t('bulk.started', { time }) : t('bulk.started.by', { name: startedBy, time }),
    ...(undoneBy === null ? [] : [t('bulk.undone.by', { name: undoneBy })]),
    ...(reason === undefined ? [] : [t('bulk.reason', { reason })]),
  ];
  return (
    <section aria-label={title} className="mb-4 grid gap-2 rounded-card border border-line bg-card p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-label font-semibold">{title}</h2>
        <Badge tone={tones[status]}>{t(`bulk.status.${status}`)}</Badge>
      </div>
      {isWorking(change) && (
        <progress
          className="h-2 w-full accent-brand"
          aria-label={t(`bulk.status.${status}`)}
          value={position}
          max={Math.max(1, all)}
        />
      )}
      <p className="digits text-label">
        {[progress, ...(sumLeft > 0 ? [t('bulk.left', { count: sumLeft }), causes] : [])].join(' ')}
      </p>
      <p className="text-sm wrap-anywhere text-muted">{story.join(' ')}</p>
      {(isWorking(change) || undoUntil !== null) && (
        <div className="flex flex-wrap items-center gap-3">
          {isWorking(change) && (
            <Button
              look="secondary"
              className="min-h-11!"
              isBusy={stop.isPending}
              onClick={() => stop.mutate(id)}
              text="bulk.stop"
            />
          )}
          {undoUntil !== null && (
            <>
              <span className="digits text-sm text-muted">
                {t('bulk.undo.until', { time: formatHour(undoUntil) })}
              </span>
              <ActionButton
                title={t('bulk.undo.title', { count: done })}
                text={texts.undo(done)}
                action={t('bulk.undo')}
                removesOpener
                onConfirm={() => onUndo(id)}
                button={{ look: 'secondary', className: 'min-h-11!' }}
              />
            </>
          )}
        </div>
      )}
      <Failure error={stop.error} />
      {/* Announce only every ten percent, because a screen reader would never finish an announcement every two
          seconds. */}
      <output className="sr-only">
        {isWorking(change)
          ? t('bulk.percent', { title, percent: Math.floor((10 * position) / Math.max(1, all)) * 10 })
          : `${title}. ${progress}`}
      </output>
    </section>
  );
}
