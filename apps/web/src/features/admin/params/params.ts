import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { api } from '#shared/api/api.ts';
import { useRefresh } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { categoryEvents } from '#state/category.ts';
import { showColours } from './shown-colours.ts';

export type Params = Answer<'GET /vid/api/admin/params'>;
export type ParamChange = Answer<'GET /vid/api/admin/params/:name/history'>['items'][number];

export function useParamHistory(name: ParamName) {
  return useInfiniteQuery({
    queryKey: ['admin', 'params', name, 'history'],
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

type Save = { readonly version: number; readonly value: ParamValues[ParamName] };

/** Saves a section. Fails with PARAMS_CHANGED if the section no longer has the given version. */
export function useSaveParam(name: ParamName) {
  return useParamsChange((body: Save) => api.put('/vid/api/admin/params/:name', { params: { name }, body }));
}

/** Restores the version `to`. Fails with PARAMS_CHANGED if the section no longer has the given version. */
export function useRestoreParam(name: ParamName) {
  return useParamsChange((body: { readonly version: number; readonly to: number }) =>
    api.post('/vid/api/admin/params/:name/restore', { params: { name }, body }),
  );
}

/** Reloads the sections after a change, and the parameters that the page itself uses. */
function useParamsChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const refresh = useRefresh('admin/params');
  const onSettled = async () => {
    await refresh();
    const loaded = await api.get('/vid/gateway/app/params', { isRepeatable: true }).catch(() => undefined);
    // If the parameters cannot be loaded, the page keeps the previous parameters.
    if (!loaded) return;
    categoryEvents.paramsLoaded(loaded);
    showColours(loaded.configurations.colours);
  };
  return useMutation({ mutationFn, onSettled });
}
