import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { api } from './api.ts';
import type { Answer, Body, EndpointName, OptionsRest, RequestOptions } from './request-types.ts';

type ReadOptions<K extends EndpointName> = Pick<
  UseQueryOptions<Answer<K>>,
  'enabled' | 'staleTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'refetchOnReconnect' | 'retry'
> & {
  /** Revision of the data, known from another response. A new revision makes the query read again. */
  readonly revision?: number | string;
};

/**
 * Reads an endpoint. The query's key begins with the path and its parameters, so that `useRefresh` finds it. A list
 * keeps its rows while another page or filter is loading.
 */
export function useRead<K extends EndpointName>(
  endpoint: K,
  request: Pick<RequestOptions<K>, 'params' | 'query' | 'body'>,
  { revision, ...options }: ReadOptions<K> = {},
) {
  const { query, body } = request;
  const isList = query !== undefined || body !== undefined || revision !== undefined;
  return useQuery({
    queryKey: [...segmentsOf(endpoint, request.params), ...(isList ? [{ query, body, revision }] : [])],
    queryFn: ({ signal }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot resolve the type for any K
      const rest = [{ ...request, signal, isRepeatable: true }] as OptionsRest<K>;
      return api.request(endpoint, ...rest);
    },
    ...(isList && { placeholderData: keepPreviousData }),
    ...options,
  });
}

/** Returns the parts of a path after `/vid/api`: `apps`, the id and `roles` for `GET /vid/api/apps/:appId/roles`. */
export function segmentsOf(endpoint: string, params: object | undefined): string[] {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const [, , , ...segments] = endpoint.split('/');
  return segments.map((name) => (name.startsWith(':') ? String(values.get(name.slice(1))) : name));
}

/**
 * Returns a function that refetches the shown queries whose keys begin with one of the paths, such as `admin/accounts`.
 */
export function useRefresh(...paths: readonly string[]) {
  const queryClient = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: path.split('/') })));
  };
}

/**
 * Sends a change, then refetches the queries of the paths. Also refetches after a failure, which may mean that the
 * data has changed.
 */
export function useChange<Input = void, Output = unknown>(
  send: (input: Input) => Promise<Output>,
  ...paths: readonly string[]
) {
  return useMutation({ mutationFn: send, onSettled: useRefresh(...paths) });
}

type BodyInput<K extends EndpointName> = [Body<K>] extends [object] ? Body<K> : void;
type Params<K extends EndpointName> = RequestOptions<K>['params'];

/** Sends a change to one endpoint, with the input as the request body. Otherwise works like `useChange`. */
export function useSend<K extends EndpointName>(
  endpoint: K,
  params: [Params<K>] extends [undefined] ? Record<string, never> : NonNullable<Params<K>>,
  ...paths: readonly string[]
) {
  return useChange(
    (body: BodyInput<K>) => {
      const request: object = { params, body };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot resolve the type for any K
      return api.request(endpoint, ...([request] as OptionsRest<K>));
    },
    ...paths,
  );
}

export async function readAll<Page extends { readonly next: string | null }>(
  read: (cursor: { readonly after?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page: Page = await read(after === undefined ? {} : { after });
    pages.push(page);
    after = page.next;
  }
  return pages;
}
