import {
  hashFormats,
  importFields,
  type HashFormat,
  type ImportField,
} from '@vid/contract/endpoints/admin/import-shapes';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { type Import, useImportAction } from './imports.ts';

type Props = { found: Import; onClose: () => void };
type Check = BodyOf<Endpoints['POST /vid/api/admin/imports/:importId/check']>;
type ImportColumn = Answer<'GET /vid/api/admin/imports/:importId/columns'>['columns'][number];

/** Asks for the meaning of the columns of the uploaded file. */
export function MappingCard({ found, onClose }: Props) {
  const t = useT();
  const columns = useRead('GET /vid/api/admin/imports/:importId/columns', { params: { importId: found.id } });
  const action = useImportAction(found.id);
  if (columns.data === undefined)
    return (
      <Card title={found.fileName}>
        <LoadState query={columns} title={t('admin.import.unreadable')} />
        {columns.isError && (
          <>
            <Alert text={shownFailure(action.error)} />
            <Button look="secondary" onClick={() => whenDone(action.mutateAsync('cancel'), onClose)}>
              {t('admin.import.discard')}
            </Button>
          </>
        )}
      </Card>
    );
  return (
    <Mapping
      found={found}
      onClose={onClose}
      columns={columns.data.columns}
      guessedFormat={columns.data.hashFormat}
    />
  );
}

function Mapping({
  found,
  onClose,
  columns,
  guessedFormat,
}: Props & { columns: readonly ImportColumn[]; guessedFormat: HashFormat }) {
  const t = useT();
  const check = useChange(
    (body: Check) =>
      api.post('/vid/api/admin/imports/:importId/check', { params: { importId: found.id }, body }),
    'admin/imports',
  );
  const action = useImportAction(found.id);
  const [fields, setFields] = useState(() => columns.map(({ field }) => field));
  const [hashFormat, setHashFormat] = useState(guessedFormat);
  const choose = (index: number, value: string) => {
    const chosen = importFields.find((field) => field === value) ?? null;
    // Each field can have only one column.
    setFields(fields.map((field, at) => (at === index ? chosen : field === chosen ? null : field)));
  };
  const submit = () => {
    const mapping: Partial<Record<ImportField, number>> = {};
    for (const [index, field] of fields.entries()) if (field) mapping[field] = index;
    check.mutate({ mapping, hashFormat });
  };
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
      <div className="mt-6 grid gap-4">
        <Alert text={shownFailure(check.error ?? action.error)} />
        {!fields.includes('phone') && (
          <p className="text-label text-muted">{t('admin.import.mapping.noPhone')}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button isBusy={check.isPending} disabled={!fields.includes('phone')} onClick={submit}>
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
