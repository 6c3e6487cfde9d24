import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { categoryEvents } from '#state/category.ts';
import { showColours } from './shown-colours.ts';

export type Params = Answer<'GET /vid/api/admin/params'>;
export type ParamChange = Answer<'GET /vid/api/admin/params/:name/history'>['items'][number];

export function useParamSections() {
  return useQuery({
    queryKey: ['admin-params'],
    queryFn: ({ signal }) => api.get('/vid/api/admin/params', { signal, isRepeatable: true }),
  });
}

export function useParamHistory(name: ParamName) {
  return useInfiniteQuery({
    queryKey: ['admin-params', 'history', name],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api.get('/vid/api/admin/params/:name/history', {
        params: { name },
        query: pageParam === '' ? {} : { after: pageParam },
        signal,
        isRepeatable: true,
      }),
    getNextPageParam: ({ next }) => next,
  });
}

export type Save = { readonly version: number; readonly value: ParamValues[ParamName] };

/** Saves a section. Fails with PARAMS_CHANGED if it no longer has the given version. */
export function useSaveParam(name: ParamName) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Save) => api.put('/vid/api/admin/params/:name', { params: { name }, body }),
    onSettled: refresh,
  });
}

/** Restores the version `to`. Fails with PARAMS_CHANGED if the section no longer has the given version. */
export function useRestoreParam(name: ParamName) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { readonly version: number; readonly to: number }) =>
      api.post('/vid/api/admin/params/:name/restore', { params: { name }, body }),
    onSettled: refresh,
  });
}

/** Stores an image and returns its address. */
export async function uploadImage(file: Blob): Promise<string> {
  const { url } = await api.post('/vid/api/admin/params/images', { file });
  return url;
}

/** Reads the sections again, and the parameters that this page shows. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['admin-params'] });
    const loaded = await api.get('/vid/gateway/app/params', { isRepeatable: true }).catch(() => undefined);
    // If the parameters cannot be loaded, the page keeps the previous parameters.
    if (!loaded) return;
    categoryEvents.paramsLoaded(loaded);
    showColours(loaded.configurations.colours);
  };
}
