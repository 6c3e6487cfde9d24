import type { ParamName } from '@vid/contract/endpoints/admin/params';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { shownMessage } from '#shared/api/api-failure.ts';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { commonEvents } from '#state/common.ts';
import { type ParamChange, useParamHistory, useUndoParam } from './params.ts';

/** The changes of a section, newest first. The last one can be undone. */
export function HistoryDialog({
  name,
  title,
  version,
  onClose,
  onUndone,
}: {
  name: ParamName;
  title: string;
  /** The last version. */
  version: number;
  onClose: () => void;
  onUndone: () => void;
}) {
  const t = useT();
  const history = useParamHistory(name);
  const undo = useUndoParam(name);
  const confirm = async () => {
    await undo.mutateAsync(version);
    commonEvents.succeeded('admin.params.undone');
    onUndone();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin.params.history.title', { section: title })}
      lead={t('admin.params.history.lead')}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button isBusy={undo.isPending} onClick={() => void confirm().catch(() => {})}>
            {t('admin.params.undo')}
          </Button>
        </>
      }
    >
      <Alert text={undo.isError ? shownMessage(undo.error) : undefined} />
      {history.data ? (
        <>
          <ol className="grid gap-4">
            {history.data.pages
              .flatMap(({ items }) => items)
              .map((change) => (
                <Change key={change.version} change={change} />
              ))}
          </ol>
          <MoreButton query={history} />
        </>
      ) : (
        <LoadState query={history} title={t('admin.params.history.failed')} />
      )}
    </Dialog>
  );
}

function Change({ change: { at, by, before, after } }: { change: ParamChange }) {
  const t = useT();
  const differences = differencesOf(before, after);
  return (
    <li className="border-b border-line pb-3">
      <p className="text-label font-semibold">
        {t('admin.params.changed', { time: formatDateTime(at), name: by ?? t('admin.someone') })}
      </p>
      {before === null || after === null ? (
        <p className="text-sm text-muted">
          {t(before === null ? 'admin.params.history.fromDefault' : 'admin.params.history.toDefault')}
        </p>
      ) : (
        <ul className="text-sm">
          {differences.slice(0, 6).map(({ path, former, current }) => (
            <li key={path} className="break-words">
              <del className="text-muted">{former || '–'}</del> <span aria-hidden>→</span>{' '}
              <ins className="no-underline">{current || '–'}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

type Difference = { readonly path: string; readonly former: string; readonly current: string };

/** The texts that differ between two values of a section. */
function differencesOf(before: unknown, after: unknown): Difference[] {
  const [former, current] = [leavesOf(before), leavesOf(after)];
  const paths = new Set([...former.keys(), ...current.keys()]);
  return [...paths]
    .map((path) => ({ path, former: former.get(path) ?? '', current: current.get(path) ?? '' }))
    .filter((difference) => difference.former !== difference.current);
}

function leavesOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null)
    return new Map([
      [path, value === null || value === undefined ? '' : JSON.stringify(value).replaceAll('"', '')],
    ]);
  return new Map(Object.entries(value).flatMap(([key, item]) => [...leavesOf(item, `${path}.${key}`)]));
}
