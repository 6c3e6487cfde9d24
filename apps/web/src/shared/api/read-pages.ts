import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { segmentsOf } from './queries.ts';
import type { Answer, EndpointName, OptionsRest, RequestOptions } from './request-types.ts';

/**
 * Reads a list whose pages are shown below each other. `MoreButton` loads the next page, whose cursor `nextOf` returns.
 */
export function useReadPages<K extends EndpointName>(
  endpoint: K,
  requestOf: (cursor: { readonly after?: string }) => Pick<RequestOptions<K>, 'params' | 'query'>,
  nextOf: (page: Answer<K>) => string | null,
) {
  return useInfiniteQuery({
    queryKey: segmentsOf(endpoint, requestOf({}).params),
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) => {
      const request = requestOf(pageParam === '' ? {} : { after: pageParam });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot resolve the type for any K
      const rest = [{ ...request, signal, isRepeatable: true }] as OptionsRest<K>;
      return api.request(endpoint, ...rest);
    },
    getNextPageParam: nextOf,
  });
}
