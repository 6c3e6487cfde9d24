import { machineErrors, type Endpoint, type EndpointKey, type EndpointTable } from '../../endpoint.ts';
import type { ErrorCode } from '../../errors.ts';
import { keysOf } from '../../profile-fields.ts';
import type { ManagementScope } from '../../management-scopes.ts';

/** Error codes of calls with a session, which a machine client never gets. */
const codesOfPeople: readonly ErrorCode[] = [
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'TWO_STEP_SETUP_REQUIRED',
  'REAUTHENTICATION_REQUIRED',
  'OWN_ACCOUNT',
  'PASSWORD_CHANGE_REQUIRED',
];

type Managed<E> = Omit<E, 'access' | 'confirm' | 'errors'> & {
  readonly access: 'machine';
  readonly scope: ManagementScope;
  readonly errors: readonly ErrorCode[];
};

/** Returns an endpoint of the web app for machine clients, with other access and errors and no confirmation. */
function managed<const E extends Endpoint>(
  { access: _access, confirm: _confirm, errors, ...endpoint }: E,
  scope: ManagementScope,
): Managed<E> {
  const own = errors.filter((code) => !codesOfPeople.includes(code));
  return {
    ...endpoint,
    access: 'machine',
    scope,
    errors: [...new Set<ErrorCode>([...machineErrors, ...own])],
  };
}

type Mounted<T extends EndpointTable, K, From extends string, To extends string> = {
  readonly [
    N in K & keyof T as N extends `${infer Method} ${From}${infer Rest}` ? `${Method} ${To}${Rest}` : never
  ]: Managed<T[N]>;
};

/** Mounts the endpoints named in `scopes` for machine clients, replacing `from` with `to` in their paths. */
export function mountForMachines<
  T extends EndpointTable,
  From extends string,
  To extends string,
  K extends EndpointKey & keyof T,
>(table: T, from: From, to: To, scopes: Readonly<Record<K, ManagementScope>>): Mounted<T, K, From, To> {
  const mounted = keysOf(scopes).map((name) => [name.replace(from, to), managed(table[name], scopes[name])]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- Object.fromEntries loses the key types
  return Object.fromEntries(mounted) as Mounted<T, K, From, To>;
}
