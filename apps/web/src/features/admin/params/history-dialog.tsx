import { shownName } from '#features/admin/shown-name.ts';
import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { DifferenceList } from './difference-list.tsx';
import { type Difference, differencesOf, type NameField } from './differences.ts';
import { type ParamChange, useRestoreParam } from './params.ts';
import { restoredValues } from '@vid/contract/params/restored';
import { ActionDialog } from '#session/action-dialog.tsx';
import { useReadPages } from '#shared/api/read-pages.ts';

type Props<K extends ParamName> = {
  readonly name: K;
  readonly title: string;
  readonly section: { readonly value: ParamValues[K]; readonly version: number };
  readonly nameField?: NameField | undefined;
  readonly onClose: () => void;
  readonly onRestored: () => void;
};

export function HistoryDialog<K extends ParamName>({
  name,
  title,
  section,
  nameField,
  onClose,
  onRestored,
}: Props<K>) {
  const t = useT();
  const history = useReadPages(
    'GET /vid/api/admin/params/:name/history',
    (query) => ({ params: { name }, query }),
    ({ next }) => next,
  );
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
          <Button look="secondary" onClick={onClose} text="common.close" />
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
              <Change
                key={change.version}
                name={name}
                change={change}
                builtIn={builtIn}
                nameField={nameField}
              >
                {change.version < section.version && (
                  <Button
                    look="secondary"
                    className="justify-self-start"
                    aria-label={t('admin.params.restoreNamed', { time: formatDateTime(change.at) })}
                    onClick={() => setChosen({ ...change, value: change.after ?? builtIn })}
                    text="admin.params.restore"
                  />
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
                  text="admin.params.restore"
                />
              </li>
            )}
          </ol>
          <MoreButton query={history} />
        </>
      ) : (
        <LoadState query={history} />
      )}
      {/* Nested in the history dialog, so that the history stays open and gets the focus back. */}
      {chosen && (
        <RestoreDialog
          name={name}
          title={title}
          section={section}
          nameField={nameField}
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

type ChangeProps = {
  name: ParamName;
  change: ParamChange;
  builtIn: unknown;
  nameField: NameField | undefined;
  children: ReactNode;
};

function Change({ name, change: { at, by, before, after }, builtIn, nameField, children }: ChangeProps) {
  const t = useT();
  const differences = differencesOf(t, name, [before ?? builtIn, after ?? builtIn], nameField);
  return (
    <li className="grid gap-2 border-b border-line pb-3">
      <p className="text-label font-semibold">
        {t('admin.params.changed', { time: formatDateTime(at), name: shownName(by) ?? t('admin.someone') })}
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

/** An earlier version of a section. `at` is null for the value before the first change. */
type Earlier = { readonly version: number; readonly value: unknown; readonly at: string | null };

function RestoreDialog<K extends ParamName>({
  name,
  title,
  section,
  nameField,
  earlier,
  onClose,
  onRestored,
}: {
  readonly name: K;
  readonly title: string;
  readonly section: { readonly value: ParamValues[K]; readonly version: number };
  readonly nameField: NameField | undefined;
  readonly earlier: Earlier;
  readonly onClose: () => void;
  readonly onRestored: () => void;
}) {
  const t = useT();
  const restore = useRestoreParam(name);
  // oxlint-disable-next-line no-unsafe-type-assertion -- the history has values of this section
  const restored = restoredValues[name](earlier.value as ParamValues[K], section.value);
  const current = differencesOf(t, name, [section.value, restored], nameField);
  // While the dialog closes, the section already equals the restored version, so keep the differences that the dialog
  // showed.
  const [confirmed, setConfirmed] = useState<readonly Difference[]>();
  const differences = restore.isError ? current : (confirmed ?? current);
  return (
    <ActionDialog
      isOpen
      onClose={onClose}
      title={t('admin.params.restore.title', { section: title })}
      text={
        earlier.at === null
          ? t('admin.params.restore.leadFirst')
          : t('admin.params.restore.lead', { time: formatDateTime(earlier.at) })
      }
      action={differences.length > 0 && t('admin.params.restore.confirm')}
      onConfirm={async () => {
        setConfirmed(current);
        await restore.mutateAsync({ version: section.version, to: earlier.version });
        onRestored();
      }}
      done="admin.params.restored"
    >
      {differences.length === 0 ? (
        <p>{t('admin.params.restore.same')}</p>
      ) : (
        <DifferenceList differences={differences} isWhole />
      )}
    </ActionDialog>
  );
}
