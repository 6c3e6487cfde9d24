import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, QueryOf } from '@vid/contract/endpoint';
import type { ImportStatus } from '@vid/contract/endpoints/admin/import-shapes';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { saveFile } from '#shared/lib/save-file.ts';
import { readOnce } from '#features/admin/read-once.ts';

export type Import = Answer<'GET /vid/api/admin/imports/:importId'>;
export type ImportColumn = Answer<'GET /vid/api/admin/imports/:importId/columns'>['columns'][number];
export type ImportRow = Answer<'GET /vid/api/admin/imports/:importId/rows'>['items'][number];
export type Check = BodyOf<Endpoints['POST /vid/api/admin/imports/:importId/check']>;
type RowsQuery = QueryOf<Endpoints['GET /vid/api/admin/imports/:importId/rows']>;

const pollMs = 1_500;
const working: ReadonlySet<ImportStatus> = new Set(['checking', 'running', 'undoing']);
/** Whether the server is working on an import, so that its numbers change. */
export const isWorking = ({ status }: Pick<Import, 'status'>) => working.has(status);

export function useImports() {
  return useQuery({
    queryKey: ['admin-imports', 'list'],
    queryFn: ({ signal }) => api.get('/vid/api/admin/imports', { signal, isRepeatable: true }),
  });
}

/** An import, read repeatedly while the server works on it. */
export function useImport(importId: string) {
  return useQuery({
    queryKey: ['admin-imports', importId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/imports/:importId', {
        params: { importId },
        signal,
        isRepeatable: true,
      }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollMs : false),
  });
}

export function useImportColumns(importId: string) {
  return useQuery({
    queryKey: ['admin-imports', importId, 'columns'],
    retry: false,
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/imports/:importId/columns', { params: { importId }, signal }),
  });
}

export function useImportRows(importId: string, status: ImportStatus, query: RowsQuery) {
  return useQuery({
    queryKey: ['admin-imports', importId, 'rows', status, query],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/imports/:importId/rows', {
        params: { importId },
        query,
        signal,
        isRepeatable: true,
      }),
    placeholderData: keepPreviousData,
    ...readOnce,
  });
}

export function useCheckImport(importId: string) {
  return useChange((body: Check) =>
    api.post('/vid/api/admin/imports/:importId/check', { params: { importId }, body }),
  );
}

export type ImportAction = 'start' | 'cancel' | 'undo';

export function useImportAction(importId: string) {
  return useChange((action: ImportAction) =>
    api.post(`/vid/api/admin/imports/:importId/${action}`, { params: { importId } }),
  );
}

function useChange<Input>(send: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin-imports'] }),
  });
}

/** Downloads the report as one CSV file, which the server sends in pieces. */
export function useSaveReport() {
  return useMutation({
    mutationFn: async ({ id, fileName }: Pick<Import, 'id' | 'fileName'>) => {
      const pieces: string[] = [];
      let after: string | null = null;
      do {
        const query: { after?: string } = after === null ? {} : { after };
        const piece: Answer<'GET /vid/api/admin/imports/:importId/report'> = await api.get(
          '/vid/api/admin/imports/:importId/report',
          { params: { importId: id }, query },
        );
        pieces.push(piece.csv);
        after = piece.next;
      } while (after !== null);
      const name = fileName.replace(/\.\w+$/u, '');
      saveFile(new Blob(pieces, { type: 'text/csv;charset=utf-8' }), `${name}-report.csv`);
    },
  });
}
