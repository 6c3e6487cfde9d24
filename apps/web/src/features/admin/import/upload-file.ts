import { importLimits, type ImportFileType } from '@vid/contract/endpoints/admin/import-shapes';
import { api } from '#shared/api/api.ts';

/** Returns the type of a file by its name; null if it cannot be imported. */
export function typeOfFile({ name }: Pick<File, 'name'>): ImportFileType | null {
  if (/\.(?:csv|txt|tsv)$/iu.test(name)) return 'csv';
  return /\.xlsx$/iu.test(name) ? 'xlsx' : null;
}

/** Uploads a file in parts and returns the id of its import. `onProgress` receives the share that has arrived. */
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
