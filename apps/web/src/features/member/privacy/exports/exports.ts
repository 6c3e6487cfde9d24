import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { saveFile } from '#shared/lib/save-file.ts';

export type Export = Answer<'GET /vid/api/privacy/exports'>[number];
export type Format = 'html' | 'json';

const name = 'privacy-exports';
const pollMs = 5_000;

/** Reads the copies of the member's data, repeatedly while a copy is being built. */
export function useExports() {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => api.get('/vid/api/privacy/exports', { signal, isRepeatable: true }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') === true ? pollMs : false,
  });
}

export function useRequestExport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/vid/api/privacy/exports'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [name] }),
  });
}

const types = { html: 'text/html', json: 'application/json' } as const;

export function useDownloadExport() {
  return useMutation({
    mutationFn: async ({ id, format }: { id: string; format: Format }) => {
      const files = await api.get('/vid/api/privacy/exports/:exportId', { params: { exportId: id } });
      saveFile(new Blob([files[format]], { type: `${types[format]};charset=utf-8` }), `vid-${id}.${format}`);
    },
  });
}
