import type { Static, TSchema } from 'typebox';
import { paramsIn, type ParamsIn } from './endpoints/path-parameters.ts';
import { Done } from './endpoints/shapes.ts';
import type { ErrorCode } from './errors.ts';
import type { ManagementScope } from './management-scopes.ts';
import type { Tag } from './tags.ts';

/**
 * Callers that an endpoint accepts.
 * - `public`: anyone; no cookie is read.
 * - `visitor`: anyone; the pre-session cookie is read, and issued if missing.
 * - `gateway`: a visitor with a client token (specification, clause 8: a filter against noise, not authentication).
 * - `member`: a signed-in account. `admin`: a signed-in administrator.
 * - `manager`: a signed-in account that manages the application in the path parameter `appId`. An administrator manages
 *   every application. For any other account the application does not exist.
 * - `machine`: a machine client with a token of `scope` for the management API. No cookie is read. If the path contains
 *   `appId`, the client may access its own application only.
 */
export type Access = 'public' | 'visitor' | 'gateway' | 'member' | 'manager' | 'admin' | 'machine';

/** Limits on the calls to an endpoint, and on the rows that these calls may create. */
export type Limit = {
  /**
   * Calls per account and hour. The managers and machine clients of an application share one count; calls
   * of its owner and of administrators are counted separately.
   */
  readonly perHour: number;
  /**
   * `session`: each session may make `perHour` calls, and the account ten times as many. Used for calls by which an
   * owner protects the account, so that a stolen session cannot use up the limit.
   */
  readonly of?: 'session';
  /**
   * Maximum rows that the calls can create for an account or application; 0 if they only change or remove rows.
   * `paired`: one row for each account of an application. `expire`: rows that are deleted after a time. `kept`: records
   * that only `perHour` bounds.
   */
  readonly rows: number | 'paired' | 'expire' | 'kept';
  /** The reason for `perHour` and the alternative to more calls. Shown in docs/generated/limits.md. */
  readonly note?: string;
};

export type Endpoint = {
  /**
   * The operation id: a verb and a noun, unique in its API document. Generated clients name a function after it, so
   * never change it.
   */
  readonly id: string;
  readonly summary: string;
  readonly tag: Tag;
  readonly access: Access;
  readonly scope?: ManagementScope;
  /**
   * `true`: the session must have verified the password or a passkey, or begun with a sign-up, within five minutes.
   * Otherwise the call fails with REAUTHENTICATION_REQUIRED. `administrators`: only administrators need this
   * verification, because owners and managers work in their own application. The services of `member` endpoints check
   * this rule with `requireConfirmed`.
   */
  readonly confirm?: true | 'administrators';
  /**
   * Required on endpoints that write, except on endpoints for visitors, who have no account to count for. Calls of
   * visitors are limited by phone, browser and network, or consume a secret. The limit is counted before the handler
   * runs, and not by network, because carriers put thousands of members behind one address.
   */
  readonly limit?: Limit;
  /**
   * The endpoint lists members to administrators or managers. Each account may read VID_LIMIT_MEMBER_ROWS_HOUR `items`
   * of all these lists in an hour, so that a stolen session cannot read the whole register. Machine clients may read
   * more, because they copy the register.
   */
  readonly listsMembers?: true;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly params?: TSchema;
  readonly bodyBytes?: number;
  readonly file?: { readonly types: readonly string[]; readonly maxBytes: number };
  readonly data: TSchema;
  /** The endpoint responds with server-sent events (`text/event-stream`) instead of `{ data }`. */
  readonly isStream?: true;
  /**
   * The endpoint also serves an account that must change its password first. Every other endpoint of `member`,
   * `manager` and `admin` refuses an account that must change its password.
   */
  readonly isOpenDuringForcedChange?: true;
  /** The error codes that this endpoint may return in addition to `commonErrors`. The list is closed. */
  readonly errors: readonly ErrorCode[];
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointKey = `${Method} /${string}`;
export type EndpointTable = Readonly<Record<EndpointKey, Endpoint>>;

/** Error codes that any endpoint may return: transport, load, outage and maintenance. */
export const commonErrors = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CSRF',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'MAINTENANCE',
  'INTERNAL',
] as const satisfies readonly ErrorCode[];

const tokenErrors = ['TOKEN_MISSING', 'TOKEN_INVALID'] as const satisfies readonly ErrorCode[];

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

/** Error codes of the checks for each kind of access. */
const accessErrors = {
  public: [],
  visitor: [],
  gateway: [],
  member: sessionErrors,
  manager: managerErrors,
  admin: adminErrors,
  machine: machineErrors,
} as const satisfies Record<Access, readonly ErrorCode[]>;

type Completing = 'tag' | 'access' | 'data' | 'errors';
type Declared = Omit<Endpoint, Completing | 'params'> & Partial<Pick<Endpoint, Completing>>;
type Own<E, K extends string, Default> = E extends { readonly [key in K]: infer V } ? V : Default;
type CheckErrors<A extends Access, N, E> =
  | (E extends { readonly isOpenDuringForcedChange: true }
      ? typeof tokenErrors
      : (typeof accessErrors)[A])[number]
  | (E extends { readonly confirm: true | 'administrators' } ? 'REAUTHENTICATION_REQUIRED' : never)
  | (A extends 'admin' ? (N extends `${string}:${string}` ? 'NOT_FOUND' : never) : never);
type Completed<A extends Access, G extends Tag, N, E> = Omit<E, 'tag' | 'access' | 'errors'> & {
  readonly tag: Own<E, 'tag', G>;
  readonly access: Own<E, 'access', A>;
  readonly errors: readonly (CheckErrors<Own<E, 'access', A> & Access, N, E> | ErrorsOf<E>)[];
} & (E extends { readonly data: TSchema } ? unknown : { readonly data: typeof Done }) &
  ParamsIn<N>;

/**
 * Returns a table of endpoints. `access` and `tag` are defaults for endpoints that do not set them; an endpoint without
 * `data` returns `true`. Path parameters follow from the path. Each endpoint gets the errors of its access in addition
 * to its own errors, but only the token errors with `isOpenDuringForcedChange`. With `confirm`, it also gets
 * REAUTHENTICATION_REQUIRED, and an administrator's endpoint with a path parameter also gets NOT_FOUND.
 */
export function defineEndpoints<
  A extends Access,
  G extends Tag,
  const T extends Readonly<Record<EndpointKey, Declared>>,
>(access: A, tag: G, table: T): { readonly [K in keyof T]: Completed<A, G, K, T[K]> } {
  const completed = Object.entries<Declared>(table).map(([name, own]) => {
    const endpoint = { access, tag, data: Done, ...own, ...paramsIn(name) };
    const codes: readonly ErrorCode[] = own.isOpenDuringForcedChange
      ? tokenErrors
      : accessErrors[endpoint.access];
    const errors = new Set<ErrorCode>(codes);
    if (endpoint.access === 'admin' && name.includes(':')) errors.add('NOT_FOUND');
    for (const code of own.errors ?? []) errors.add(code);
    if (own.confirm) errors.add('REAUTHENTICATION_REQUIRED');
    return [name, { ...endpoint, errors: [...errors] }];
  });
  // oxlint-disable-next-line no-unsafe-type-assertion -- Object.fromEntries loses the key types
  return Object.fromEntries(completed) as { readonly [K in keyof T]: Completed<A, G, K, T[K]> };
}

type ShapeOf<E, K extends string> = E extends { readonly [key in K]: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type BodyOf<E> = ShapeOf<E, 'body'>;
export type QueryOf<E> = ShapeOf<E, 'query'>;
export type ParamsOf<E> = ShapeOf<E, 'params'>;
export type DataOf<E> = ShapeOf<E, 'data'>;
export type ErrorsOf<E> = E extends { readonly errors: readonly (infer C)[] } ? C : never;
