import { webClientId } from '@vid/contract/limits';

export type ClientIdProblem = 'form' | 'reserved';

/**
 * Returns undefined for an acceptable client id. VID's own id is reserved, in upper or lower case. Names that
 * every object has (`constructor`) are reserved because oidc-provider keeps a session's clients in a plain
 * object by id.
 */
export function checkClientId(id: string): ClientIdProblem | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u.test(id)) return 'form';
  return id.toLowerCase() === webClientId || id in {} ? 'reserved' : undefined;
}
