import type { BodyOf, DataOf, ParamsOf, QueryOf } from '@vid/contract/endpoint';
// A type-only import, so that the TypeBox schemas never reach the browser.
import type { EndpointName, Endpoints } from '@vid/contract/endpoints/index';
import type { PlainKey } from '#shared/i18n/message-types.ts';

export type { EndpointName };

/**
 * Per-request flags (specification, clause 8). A request is silent by default, because nearly every caller shows its
 * own progress and errors.
 *
 * | specification                   | here                           |
 * |---------------------------------|--------------------------------|
 * | mute loading                    | the opposite of `showLoading`  |
 * | mute on error                   | the opposite of `notifyError`  |
 * | mute on success                 | no `notifySuccess`             |
 * | ignore 401                      | `ignore401`                    |
 * | ignore invalid token            | `ignoreInvalidToken`           |
 * | ignore missing token            | `ignoreMissingToken`           |
 * | ignore unknown-validating error | `ignoreUnknownValidatingError` |
 */
export type RequestFlags = {
  showLoading?: boolean;
  notifyError?: boolean;
  notifySuccess?: PlainKey;
  /** Whether a 401 response to this request leaves the session alone, whatever its code. */
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
  Part<'query', QueryOf<Endpoints[K]>> &
  (Endpoints[K] extends { file: object } ? { readonly file: Blob } : { readonly file?: undefined }) & {
    readonly flags?: RequestFlags;
    readonly signal?: AbortSignal | undefined;
    /**
     * Retries the request after a lost response or an outage. Set it only where the specification makes the call
     * idempotent.
     */
    readonly isRepeatable?: boolean;
    /**
     * Value of the header Idempotency-Key. The server answers a repeat with the same key and body like the first
     * request.
     */
    readonly idempotencyKey?: string;
  };

/** The options argument is optional where the endpoint requires no option. */
export type OptionsRest<K extends EndpointName> =
  Pick<RequestOptions<K>, 'flags'> extends RequestOptions<K>
    ? [options?: RequestOptions<K>]
    : [options: RequestOptions<K>];

export type Answer<K extends EndpointName> = DataOf<Endpoints[K]>;
export type Body<K extends EndpointName> = BodyOf<Endpoints[K]>;

export type PathOf<Method extends string> = EndpointName extends infer Name
  ? Name extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;

/** The name of the endpoint with this method and path; `never` if the contract has none. */
export type NameOf<Method extends string, Path extends string> = Extract<EndpointName, `${Method} ${Path}`>;
