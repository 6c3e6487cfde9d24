import { machineErrors, type Endpoint } from '../../endpoint.ts';
import type { ErrorCode } from '../../errors.ts';
import type { ManagementScope } from '../../management-scopes.ts';

/** Codes that only a signed-in person can get. */
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

/** Returns the endpoint of a page for a machine client with a scope. Everything else is as declared for the page. */
export function managed<const E extends Endpoint>(
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
