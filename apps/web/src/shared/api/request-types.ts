import type { BodyOf, DataOf, ParamsOf, QueryOf } from '@vid/contract/endpoint';
// A type-only import: the schemas behind it (TypeBox) never reach the browser.
import type { EndpointName, Endpoints } from '@vid/contract/endpoints/index';

export type { EndpointName };

/** Per-request flags (specification, clause 8). */
export type RequestFlags = {
  /** No full-screen loader; for forms, which show their own, and for work in the background. */
  muteLoading?: boolean;
  /** No error notification; for callers that show the failure themselves. */
  muteError?: boolean;
  /** No success notification. */
  muteSuccess?: boolean;
  /** No 401 of this request ends the session. */
  ignore401?: boolean;
  ignoreInvalidToken?: boolean;
  ignoreMissingToken?: boolean;
  ignoreUnknownValidatingError?: boolean;
};

type Part<Name extends string, Shape> = [Shape] extends [undefined]
  ? { readonly [key in Name]?: undefined }
  : null extends Shape
    ? { readonly [key in Name]?: Shape }
    : Record<string, never> extends Shape
      ? { readonly [key in Name]?: Shape }
      : { readonly [key in Name]: Shape };

export type RequestOptions<K extends EndpointName> = Part<'body', BodyOf<Endpoints[K]>> &
  Part<'params', ParamsOf<Endpoints[K]>> &
  Part<'query', QueryOf<Endpoints[K]>> & {
    readonly flags?: RequestFlags;
    readonly signal?: AbortSignal | undefined;
    /**
     * The server gives a repeat the answer of the first: after a lost answer or an outage the request is sent
     * again, so that it is safe to say so only where the specification makes the call idempotent.
     */
    readonly isRepeatable?: boolean;
  };

/** Options may be left out where nothing in them is required. */
export type OptionsRest<K extends EndpointName> =
  Pick<RequestOptions<K>, 'flags'> extends RequestOptions<K>
    ? [options?: RequestOptions<K>]
    : [options: RequestOptions<K>];

export type Answer<K extends EndpointName> = DataOf<Endpoints[K]>;

/** The paths that have an endpoint with this method. */
export type PathOf<Method extends string> = EndpointName extends infer Name
  ? Name extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;

/** The endpoint's name from method and path; `never` for a pair the contract does not have. */
export type NameOf<Method extends string, Path extends string> = Extract<EndpointName, `${Method} ${Path}`>;
