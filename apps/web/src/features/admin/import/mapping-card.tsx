import { hashFormats, importFields, type ImportField } from '@vid/contract/endpoints/admin/import-shapes';
import type { ImportMapping } from '@vid/contract/endpoints/admin/imports';
import { readFirebaseParameters } from '@vid/contract/firebase-parameters';
import { useState } from 'react';
import { useRead, useSend } from '#shared/api/queries.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Failure, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { type Import, type ImportTable, useImportAction } from './imports.ts';
import { Preview } from './preview.tsx';
import { TitleRowCard } from './title-row-card.tsx';

type Props = { found: Import; onClose: () => void };

export function MappingCard({ found, onClose }: Props) {
  const t = useT();
  const [titleRow, setTitleRow] = useState<number>();
  const columns = useRead('GET /vid/api/admin/imports/:importId/columns', {
    params: { importId: found.id },
    query: titleRow === undefined ? {} : { titleRow: String(titleRow) },
  });
  const action = useImportAction(found.id);
  if (columns.data === undefined)
    return (
      <Card title={found.fileName}>
        <LoadState query={columns} failed={t('admin.import.unreadable')} />
        {columns.isError && (
          <>
            <Failure error={action.error} />
            <Button look="secondary" onClick={() => whenDone(action.mutateAsync('cancel'), onClose)}>
              {t('admin.import.discard')}
            </Button>
          </>
        )}
      </Card>
    );
  return (
    <>
      <TitleRowCard table={columns.data} onChoose={setTitleRow} />
      <Mapping key={columns.data.titleRow} found={found} onClose={onClose} table={columns.data} />
    </>
  );
}

function Mapping({ found, onClose, table }: Props & { table: ImportTable }) {
  const { columns, titleRow, mapping: guessed, hashFormat: guessedFormat } = table;
  const t = useT();
  const check = useSend(
    'POST /vid/api/admin/imports/:importId/check',
    { importId: found.id },
    'admin/imports',
  );
  const action = useImportAction(found.id);
  const [fields, setFields] = useState(() => columns.map(({ field }) => field));
  const [hashFormat, setHashFormat] = useState(guessedFormat);
  const [firebaseText, setFirebaseText] = useState('');
  const choose = (index: number, value: string) => {
    const chosen = importFields.find((field) => field === value) ?? null;
    setFields(
      fields.map((field, at) => (at === index ? chosen : field === chosen && isSingle(field) ? null : field)),
    );
  };
  const mapping = toMapping(fields, guessed);
  const needsFirebase = fields.includes('passwordHash') && hashFormat === 'firebase-scrypt';
  const firebase = needsFirebase ? readFirebaseParameters(firebaseText) : undefined;
  const choices = { mapping, hashFormat, titleRow, ...(firebase && { firebase }) };
  const isReady = fields.includes('phone') && (!needsFirebase || firebase !== undefined);
  const joined = Object.values(mapping).filter((indexes) => typeof indexes !== 'number');
  const leftOut = columns.flatMap(({ title }, index) =>
    fields[index] === null && title !== '' ? [title] : [],
  );
  return (
    <Card title={t('admin.import.mapping')} lead={t('admin.import.mapping.lead', { file: found.fileName })}>
      <Alert text={found.problem === null ? undefined : t(`admin.import.problem.${found.problem}`)} />
      <ul className="divide-y divide-line">
        {columns.map(({ title, examples }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two columns can have the same title
          <li key={index} className="grid items-center gap-3 py-3 sm:grid-cols-2">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">
                <bdi>{title === '' ? t('admin.import.untitled', { number: index + 1 }) : title}</bdi>
              </p>
              <p className="truncate text-sm text-muted">
                <bdi>{examples.filter((example) => example !== '').join(' · ')}</bdi>
              </p>
            </div>
            <FilterSelect
              label={t('admin.import.mapping.column', { title: title || String(index + 1) })}
              all={t('admin.import.mapping.ignore')}
              value={fields[index] ?? ''}
              options={importFields.map((value) => ({ value, label: t(`admin.import.field.${value}`) }))}
              onChange={(value) => choose(index, value)}
            />
          </li>
        ))}
      </ul>
      {fields.includes('passwordHash') && (
        <div className="mt-4 grid gap-2">
          <p className="text-label font-semibold">{t('admin.import.hashFormat')}</p>
          <FilterSelect
            label={t('admin.import.hashFormat')}
            all={t('admin.import.hashFormat.self-described')}
            value={hashFormat === 'self-described' ? '' : hashFormat}
            options={hashFormats
              .filter((value) => value !== 'self-described')
              .map((value) => ({ value, label: t(`admin.import.hashFormat.${value}`) }))}
            onChange={(value) =>
              setHashFormat(hashFormats.find((known) => known === value) ?? 'self-described')
            }
          />
        </div>
      )}
      {needsFirebase && (
        <div className="mt-4 grid gap-2">
          <label htmlFor="firebase" className="text-label font-semibold">
            {t('admin.import.firebase')}
          </label>
          <textarea
            id="firebase"
            className="control min-h-32"
            dir="ltr"
            spellCheck={false}
            value={firebaseText}
            onChange={(change) => setFirebaseText(change.target.value)}
          />
          <p className="text-sm text-muted">{t('admin.import.firebase.lead')}</p>
        </div>
      )}
      {joined.length > 0 && (
        <p className="mt-4 text-label text-muted">
          {t('admin.import.mapping.several', {
            columns: joined
              .map((indexes) => indexes.map((index) => columns[index]?.title ?? '').join(' + '))
              .join(', '),
          })}
        </p>
      )}
      {leftOut.length > 0 && (
        <p className="mt-4 text-label wrap-anywhere text-muted">
          {t('admin.import.leftOut', { columns: leftOut.join(', ') })}
        </p>
      )}
      <Preview importId={found.id} choices={choices} disabled={!isReady} />
      <div className="mt-6 grid gap-4">
        <Failure error={check.error ?? action.error} />
        {!fields.includes('phone') && (
          <p className="text-label text-muted">{t('admin.import.mapping.noPhone')}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button isBusy={check.isPending} disabled={!isReady} onClick={() => check.mutate(choices)}>
            {t('admin.import.check')}
          </Button>
          <Button look="secondary" onClick={() => whenDone(action.mutateAsync('cancel'), onClose)}>
            {t('admin.import.discard')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

const isSingle = (field: ImportField | null) => field === 'passwordHash' || field === 'passwordSalt';

/**
 * Returns the columns of each field. Keeps the guessed order if the columns are those that were guessed; otherwise
 * uses the order in the file.
 */
function toMapping(fields: readonly (ImportField | null)[], guessed: ImportMapping) {
  const mapping: { [F in ImportField]?: number | number[] } = {};
  for (const field of importFields) {
    const indexes = fields.flatMap((chosen, index) => (chosen === field ? index : []));
    const order = guessed[field];
    const isGuessed =
      typeof order === 'object' &&
      order.length === indexes.length &&
      order.every((index) => indexes.includes(index));
    const [first, ...others] = isGuessed ? order : indexes;
    if (first !== undefined) mapping[field] = others.length === 0 ? first : [first, ...others];
  }
  return mapping;
}
