import {
  hashFormats,
  importFields,
  type HashFormat,
  type ImportField,
} from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { ImportMapping } from '@vid/contract/endpoints/admin/transfers/imports';
import { readFirebaseParameters } from '@vid/contract/firebase-parameters';
import { useState } from 'react';
import { useRead, useSend } from '#shared/api/queries.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
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
      <TitleRowCard
        table={columns.data}
        isOpen={titleRow !== undefined || columns.data.mapping.phone === undefined}
        onChoose={setTitleRow}
      />
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
  const preview = useSend('POST /vid/api/admin/imports/:importId/preview', { importId: found.id });
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
  // A column stays in its list when its meaning changes, so that the field under the pointer does not move.
  const guessedAs = (isKnown: boolean) =>
    columns.flatMap(({ field }, index) => ((field !== null) === isKnown ? [index] : []));
  const [recognised, others] = [guessedAs(true), guessedAs(false)];
  const isFirstOpen = guessed.phone === undefined;
  const rowsOf = (indexes: readonly number[]) => (
    <ul className="divide-y divide-line">
      {indexes.map((index) => (
        <ColumnRow
          key={index}
          index={index}
          column={columns[index]}
          field={fields[index] ?? null}
          onChoose={(value) => choose(index, value)}
        />
      ))}
    </ul>
  );
  return (
    <Card title={t('admin.import.mapping')} lead={t('admin.import.mapping.lead', { file: found.fileName })}>
      <Alert text={found.problem === null ? undefined : t(`admin.import.problem.${found.problem}`)} />
      {recognised.length > 0 && rowsOf(recognised)}
      {others.length > 0 && (
        <details open={isFirstOpen} className={recognised.length > 0 ? 'mt-4' : undefined}>
          <summary className="cursor-pointer rounded-sm text-label wrap-anywhere text-muted">
            {leftOut.length === 0
              ? t('admin.import.mapping.others')
              : t('admin.import.leftOut', { columns: leftOut.join(', ') })}
          </summary>
          {rowsOf(others)}
        </details>
      )}
      {fields.includes('passwordHash') && <HashFormatField value={hashFormat} onChange={setHashFormat} />}
      {needsFirebase && <FirebaseField value={firebaseText} onChange={setFirebaseText} />}
      {joined.length > 0 && (
        <p className="mt-4 text-label text-muted">
          {t('admin.import.mapping.several', {
            columns: joined
              .map((indexes) => indexes.map((index) => columns[index]?.title ?? '').join(' + '))
              .join(', '),
          })}
        </p>
      )}
      <div className="mt-6 grid gap-4">
        <Failure error={check.error ?? action.error ?? preview.error} />
        {!fields.includes('phone') && (
          <p className="text-label text-muted">{t('admin.import.mapping.noPhone')}</p>
        )}
        <div className="flex flex-wrap gap-3 max-sm:*:w-full">
          <Button isBusy={check.isPending} disabled={!isReady} onClick={() => check.mutate(choices)}>
            {t('admin.import.check')}
          </Button>
          <Button
            look="secondary"
            isBusy={preview.isPending}
            disabled={!isReady}
            onClick={() => preview.mutate(choices)}
            text="admin.import.preview"
          />
          <Button look="secondary" onClick={() => whenDone(action.mutateAsync('cancel'), onClose)}>
            {t('admin.import.discard')}
          </Button>
        </div>
        <p className="text-label text-muted">{t('admin.import.check.text')}</p>
      </div>
      {preview.data && <Preview rows={preview.data.rows} />}
    </Card>
  );
}

function HashFormatField({
  value: chosen,
  onChange,
}: {
  value: HashFormat;
  onChange: (value: HashFormat) => void;
}) {
  const t = useT();
  return (
    <div className="mt-4 grid gap-2">
      <p className="text-label font-semibold">{t('admin.import.hashFormat')}</p>
      <FilterSelect
        label={t('admin.import.hashFormat')}
        all={t('admin.import.hashFormat.self-described')}
        value={chosen === 'self-described' ? '' : chosen}
        options={hashFormats
          .filter((value) => value !== 'self-described')
          .map((value) => ({ value, label: t(`admin.import.hashFormat.${value}`) }))}
        onChange={(value) => onChange(hashFormats.find((known) => known === value) ?? 'self-described')}
      />
    </div>
  );
}

function FirebaseField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  return (
    <div className="mt-4 grid gap-2">
      <label htmlFor="firebase" className="text-label font-semibold">
        {t('admin.import.firebase')}
      </label>
      <textarea
        id="firebase"
        className="control min-h-32"
        dir="ltr"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="text-sm text-muted">{t('admin.import.firebase.lead')}</p>
    </div>
  );
}

type ColumnRowProps = {
  index: number;
  column: ImportTable['columns'][number] | undefined;
  field: ImportField | null;
  onChoose: (value: string) => void;
};

function ColumnRow({ index, column, field, onChoose }: ColumnRowProps) {
  const t = useT();
  const { title = '', examples = [] } = column ?? {};
  return (
    <li className="grid items-center gap-3 py-3 sm:grid-cols-2">
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
        value={field ?? ''}
        options={importFields.map((value) => ({ value, label: t(`admin.import.field.${value}`) }))}
        onChange={onChoose}
      />
    </li>
  );
}

const isSingle = (field: ImportField | null) => field === 'passwordHash' || field === 'passwordSalt';

/**
 * Returns the columns of each field: in the guessed order if they are the guessed columns, otherwise in the order of
 * the file.
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
