import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differencesOf } from './differences.ts';
import { type ParamChange, useParamHistory } from './params.ts';
import { type Earlier, RestoreDialog } from './restore-dialog.tsx';

type Props<K extends ParamName> = {
  readonly name: K;
  readonly title: string;
  readonly section: { readonly value: ParamValues[K]; readonly version: number };
  readonly onClose: () => void;
  readonly onRestored: () => void;
};

/** Lists the changes of a section, newest first. Each earlier version can be restored. */
export function HistoryDialog<K extends ParamName>({ name, title, section, onClose, onRestored }: Props<K>) {
  const t = useT();
  const history = useParamHistory(name);
  const [chosen, setChosen] = useState<Earlier>();
  const pages = history.data?.pages ?? [];
  const builtIn = pages[0]?.builtIn;
  const changes = pages.flatMap(({ items }) => items);
  const [newest, first] = [changes[0], history.hasNextPage ? undefined : changes.at(-1)];
  const former = ({ version, before }: ParamChange): Earlier => ({
    version: version - 1,
    value: before ?? builtIn,
    at: changes.find((change) => change.version === version - 1)?.at ?? null,
  });
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
          {newest?.version === section.version && (
            <Button onClick={() => setChosen(former(newest))}>{t('admin.params.undo')}</Button>
          )}
        </>
      }
    >
      {history.data ? (
        <>
          <ol className="grid gap-4">
            {changes.map((change) => (
              <Change key={change.version} name={name} change={change} builtIn={builtIn}>
                {change.version < section.version && (
                  <Button
                    look="secondary"
                    className="justify-self-start"
                    aria-label={t('admin.params.restoreNamed', { time: formatDateTime(change.at) })}
                    onClick={() => setChosen({ ...change, value: change.after ?? builtIn })}
                  >
                    {t('admin.params.restore')}
                  </Button>
                )}
              </Change>
            ))}
            {first?.version === 1 && (
              <li className="grid gap-2">
                <p className="text-label font-semibold">{t('admin.params.history.first')}</p>
                <Button
                  look="secondary"
                  className="justify-self-start"
                  aria-label={t('admin.params.restoreFirst')}
                  onClick={() => setChosen(former(first))}
                >
                  {t('admin.params.restore')}
                </Button>
              </li>
            )}
          </ol>
          <MoreButton query={history} />
        </>
      ) : (
        <LoadState query={history} title={t('admin.params.history.failed')} />
      )}
      {/* Nested in the history dialog, so that the history stays open and gets the focus back. */}
      {chosen && (
        <RestoreDialog
          name={name}
          title={title}
          section={section}
          earlier={chosen}
          onClose={() => setChosen(undefined)}
          onRestored={() => {
            onRestored();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function Change({
  name,
  change: { at, by, before, after },
  builtIn,
  children,
}: {
  name: ParamName;
  change: ParamChange;
  builtIn: unknown;
  children: ReactNode;
}) {
  const t = useT();
  const differences = differencesOf(t, name, before ?? builtIn, after ?? builtIn);
  return (
    <li className="grid gap-2 border-b border-line pb-3">
      <p className="text-label font-semibold">
        {t('admin.params.changed', { time: formatDateTime(at), name: by ?? t('admin.someone') })}
      </p>
      {(before === null || after === null) && (
        <p className="text-sm text-muted">
          {t(before === null ? 'admin.params.history.fromDefault' : 'admin.params.history.toDefault')}
        </p>
      )}
      {differences.length === 0 ? (
        <p className="text-sm text-muted">{t('admin.params.history.same')}</p>
      ) : (
        <DifferenceList differences={differences} />
      )}
      {children}
    </li>
  );
}
