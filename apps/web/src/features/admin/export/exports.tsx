import {
  exportColumns,
  exportFormats,
  type ExportColumn,
} from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { memberFields } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { useId, useState } from 'react';
import { api } from '#shared/api/api.ts';
import { useRead, useSend } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import type { Answer } from '#shared/api/request-types.ts';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { useMutation } from '@tanstack/react-query';
import { bytesOf, saveFile, xlsxType } from '#shared/lib/browser/save-file.ts';

type Exports = Answer<'GET /vid/api/admin/exports'>;
export type Export = Exports['items'][number];
export type ExportApproval = NonNullable<Exports['approval']>;

const pollMs = { running: 1_500, waiting: 5_000 } as const;

/** Reads the exports of the last day and the administrator's approval, and polls them while either may change. */
export function useExports() {
  return useRead(
    'GET /vid/api/admin/exports',
    {},
    {
      refetchInterval: ({ state: { data: exports } }) => {
        if (exports?.items.some(({ status }) => status === 'running') === true) return pollMs.running;
        return exports?.approval?.status === 'pending' ? pollMs.waiting : false;
      },
    },
  );
}

const types = {
  csv: 'text/csv;charset=utf-8',
  xlsx: xlsxType,
  jsonl: 'application/x-ndjson;charset=utf-8',
} as const;

export function useDownloadExport() {
  return useMutation({
    mutationFn: async ({ id, format, createdAt }: Export) => {
      const { parts } = await api.post('/vid/api/admin/exports/:exportId/download', {
        params: { exportId: id },
      });
      const pieces: BlobPart[] = [];
      for (let part = 0; part < parts; part += 1) {
        const { content } = await api.get('/vid/api/admin/exports/:exportId/parts/:part', {
          params: { exportId: id, part: String(part) },
          isRepeatable: true,
        });
        pieces.push(format === 'xlsx' ? bytesOf(content) : content);
      }
      saveFile(new Blob(pieces, { type: types[format] }), `vid-members-${createdAt.slice(0, 10)}.${format}`);
    },
  });
}

/** Lets the administrator choose columns and a format. With `approvalId`, the file contains password hashes. */
export function StartButtons({ approvalId }: { approvalId?: string }) {
  const t = useT();
  const id = useId();
  const start = useSend('POST /vid/api/admin/exports', {}, 'admin/exports');
  const [columns, setColumns] = useState<readonly ExportColumn[]>(exportColumns);
  const toggle = (column: ExportColumn) =>
    setColumns(exportColumns.filter((each) => columns.includes(each) !== (each === column)));
  const named = approvalId === undefined ? 'admin.export.start' : 'admin.export.hashes.start';
  return (
    <div className="grid gap-4">
      <Failure error={start.error} />
      <details className="rounded-card border border-line p-4">
        <summary className="cursor-pointer text-label font-semibold">
          {t('admin.export.columns', { chosen: columns.length, all: exportColumns.length })}
        </summary>
        <p className="mt-2 text-sm text-muted">{t('admin.export.columns.lead')}</p>
        <div className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
          {exportColumns.map((column) => (
            <Checkbox
              key={column}
              name={`${id}-${column}`}
              label={
                isMemberField(column) ? t(`admin.import.field.${column}`) : t(`admin.export.column.${column}`)
              }
              checked={columns.includes(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </div>
      </details>
      <div className="flex flex-wrap gap-3">
        {exportFormats.map((format) => (
          <Button
            key={format}
            look={format === 'csv' && approvalId === undefined ? 'primary' : 'secondary'}
            className="w-full sm:w-auto"
            disabled={columns.length === 0}
            isBusy={start.isPending && start.variables.format === format}
            onClick={() =>
              start.mutate({
                format,
                ...(columns.length < exportColumns.length && { columns: [...columns] }),
                ...(approvalId !== undefined && { approvalId }),
              })
            }
            text={`${named}.${format}`}
          />
        ))}
      </div>
    </div>
  );
}

type MemberField = (typeof memberFields)[number];
const isMemberField = (column: ExportColumn): column is MemberField =>
  memberFields.some((field) => field === column);
