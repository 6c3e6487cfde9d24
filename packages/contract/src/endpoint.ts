import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { ManagementScope } from './management-scopes.ts';
import type { Tag } from './tags.ts';

/**
 * Who may call an endpoint.
 * - `public`: anyone; no cookie is read.
 * - `visitor`: anyone; the pre-session cookie is read, and issued if missing.
 * - `gateway`: a visitor with a client token (specification, clause 8: a filter against noise, not authentication).
 * - `member`: a signed-in account. `admin`: a signed-in administrator.
 * - `manager`: a signed-in account that manages the application in the path parameter `appId`. An administrator manages
 *   every application. For anyone else the application does not exist.
 * - `machine`: a machine client with a token of `scope` for the management API. No cookie is read. With `appId` in the
 *   path, the client's own application only.
 */
export type Access = 'public' | 'visitor' | 'gateway' | 'member' | 'manager' | 'admin' | 'machine';

export type Endpoint = {
  /**
   * The operation id: a verb and a noun. Generated clients name a function after it, so never change it. It is unique in
   * the API document that has the endpoint.
   */
  readonly id: string;
  readonly summary: string;
  readonly tag: Tag;
  readonly access: Access;
  readonly scope?: ManagementScope;
  /**
   * `true`: the caller must have verified the password or a passkey within five minutes, or the answer is
   * REAUTHENTICATION_REQUIRED. `administrators`: only administrators must, because owners and managers work in their own
   * application. The services of `member` endpoints check it with `requireConfirmed`.
   */
  readonly confirm?: true | 'administrators';
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly params?: TSchema;
  /** The largest size of the JSON body, if it differs from the default. */
  readonly bodyBytes?: number;
  readonly file?: { readonly types: readonly string[]; readonly maxBytes: number };
  readonly data: TSchema;
  /** Answers with server-sent events (`text/event-stream`) instead of `{ data }`. */
  readonly isStream?: true;
  /**
   * Also for an account that must change its password first. Every other endpoint of `member`, `manager` and `admin`
   * refuses such an account.
   */
  readonly isOpenDuringForcedChange?: true;
  /** The closed list of codes this endpoint may return, in addition to `commonErrors`. */
  readonly errors: readonly ErrorCode[];
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointKey = `${Method} /${string}`;
export type EndpointTable = Readonly<Record<EndpointKey, Endpoint>>;

/** Codes that any endpoint may return: transport, load and outage. */
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

export const tokenErrors = ['TOKEN_MISSING', 'TOKEN_INVALID'] as const satisfies readonly ErrorCode[];

export const sessionErrors = [
  ...tokenErrors,
  'PASSWORD_CHANGE_REQUIRED',
] as const satisfies readonly ErrorCode[];

export const adminErrors = [
  ...sessionErrors,
  'FORBIDDEN',
  'TWO_STEP_SETUP_REQUIRED',
] as const satisfies readonly ErrorCode[];

export const managerErrors = [...sessionErrors, 'NOT_FOUND'] as const satisfies readonly ErrorCode[];

/**
 * Codes of every change for which an administrator needs a recent proof of identity, unless the account owns or manages
 * the application itself.
 */
export const managerChangeErrors = [
  ...managerErrors,
  'REAUTHENTICATION_REQUIRED',
] as const satisfies readonly ErrorCode[];

export const machineErrors = [
  'ACCESS_TOKEN_INVALID',
  'INSUFFICIENT_SCOPE',
  'NOT_FOUND',
] as const satisfies readonly ErrorCode[];

export const clientTokenErrors = [
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'UNKNOWN_VALIDATING_EXCEPTION',
] as const satisfies readonly ErrorCode[];

/** Returns the table unchanged and keeps its literal types. */
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
