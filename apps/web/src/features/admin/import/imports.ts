import { useMutation } from '@tanstack/react-query';
import {
  importLimits,
  type ImportFileType,
  type ImportStatus,
} from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { api } from '#shared/api/api.ts';
import { readAll, useChange } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { bytesOf, saveCsv, saveFile, xlsxType } from '#shared/lib/browser/save-file.ts';

export type Import = Answer<'GET /vid/api/admin/imports/:importId'>;
export type ImportTable = Answer<'GET /vid/api/admin/imports/:importId/columns'>;
export type ImportRow = Answer<'GET /vid/api/admin/imports/:importId/rows'>['items'][number];

const working: ReadonlySet<ImportStatus> = new Set(['checking', 'running', 'undoing']);
export const isWorking = ({ status }: Pick<Import, 'status'>) => working.has(status);

export function useImportAction(importId: string) {
  return useChange(
    (action: 'start' | 'cancel' | 'undo') =>
      api.post(`/vid/api/admin/imports/:importId/${action}`, { params: { importId } }),
    'admin/imports',
  );
}

export function useSaveReport({ id: importId, fileName }: Import) {
  return useMutation({
    mutationFn: async () => {
      const pieces = await readAll((query) =>
        api.get('/vid/api/admin/imports/:importId/report', { params: { importId }, query }),
      );
      saveCsv(pieces, `${baseOf(fileName)}-report.csv`);
    },
  });
}

/** Saves the invalid rows as a workbook that can be corrected and imported; many rows as several numbered workbooks. */
export function useSaveInvalidRows({ id: importId, fileName }: Import) {
  return useMutation({
    mutationFn: async () => {
      const workbooks = await readAll((query) =>
        api.get('/vid/api/admin/imports/:importId/invalid-rows', { params: { importId }, query }),
      );
      for (const [index, { xlsx }] of workbooks.entries()) {
        const number = workbooks.length === 1 ? '' : `-${index + 1}`;
        saveFile(
          new Blob([bytesOf(xlsx)], { type: xlsxType }),
          `${baseOf(fileName)}-to-correct${number}.xlsx`,
        );
      }
    },
  });
}

const baseOf = (fileName: string) => fileName.replace(/\.\w+$/u, '');

export function typeOfFile({ name }: Pick<File, 'name'>): ImportFileType | null {
  if (/\.(?:csv|txt|tsv)$/iu.test(name)) return 'csv';
  return /\.xls[mx]$/iu.test(name) ? 'xlsx' : null;
}

/** Uploads a file in parts and returns the id of its import. `onProgress` receives the uploaded share, from 0 to 1. */
export async function uploadFile(
  file: File,
  type: ImportFileType,
  onProgress: (share: number) => void,
): Promise<string> {
  const body = { fileName: file.name, type, bytes: file.size };
  const { id } = await api.post('/vid/api/admin/imports', { body });
  const { partBytes } = importLimits;
  for (let part = 0; part * partBytes < file.size; part += 1) {
    await api.put('/vid/api/admin/imports/:importId/parts/:part', {
      params: { importId: id, part: String(part) },
      file: file.slice(part * partBytes, (part + 1) * partBytes, 'application/octet-stream'),
      isRepeatable: true,
    });
    onProgress(Math.min(1, ((part + 1) * partBytes) / file.size));
  }
  return id;
}
