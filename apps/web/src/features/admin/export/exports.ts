import { useMutation } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { saveFile } from '#shared/lib/save-file.ts';

type Exports = Answer<'GET /vid/api/admin/exports'>;
export type Export = Exports['items'][number];
export type ExportApproval = NonNullable<Exports['approval']>;

const pollMs = { running: 1_500, waiting: 5_000 } as const;

/** Reads the exports of the last day and the administrator's own approval, repeatedly while either may change. */
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
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson;charset=utf-8',
} as const;

/** Downloads a file in the parts in which the server keeps it. */
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

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
