import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint.
 * - `public`: anyone, bound to nothing.
 * - `gateway`: anyone with a pre-session and a client token (specification, clause 8; a filter against noise, no authentication).
 * - `visitor`: anyone; the pre-session cookie is issued and read.
 * - `member`: a signed-in account. `admin`: one whose role set holds `admin`.
 */
export type Access = 'public' | 'gateway' | 'visitor' | 'member' | 'admin';

/** One endpoint: the only place where its method, address, access, shapes and failures are written. */
export type Endpoint = {
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly params?: TSchema;
  /** What the answer's `data` holds. */
  readonly data: TSchema;
  /** The closed list of codes this endpoint may answer besides those of every endpoint (`commonErrors`). */
  readonly errors: readonly ErrorCode[];
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointKey = `${Method} /${string}`;
export type EndpointTable = Readonly<Record<EndpointKey, Endpoint>>;

/** Codes that any endpoint may answer: transport, load and outage. */
export const commonErrors = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CSRF',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly ErrorCode[];

/** Keeps the literal types of a table of endpoints. */
export function defineEndpoints<const T extends EndpointTable>(table: T): T {
  return table;
}

type ShapeOf<E, K extends string> = E extends { readonly [key in K]: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type BodyOf<E> = ShapeOf<E, 'body'>;
export type QueryOf<E> = ShapeOf<E, 'query'>;
export type ParamsOf<E> = ShapeOf<E, 'params'>;
export type DataOf<E> = ShapeOf<E, 'data'>;
export type ErrorsOf<E> = E extends { readonly errors: readonly (infer C)[] } ? C : never;
