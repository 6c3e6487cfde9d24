import { webClientId } from '@vid/contract/limits';

/** Why a client may not have an id. */
export type ClientIdProblem = 'form' | 'reserved';

/**
 * Whether a client may be registered under an id: only what every reader of ids lets through, so that none is
 * registered and then refused. VID's own id stays VID's, also in another case, which people take for the same.
 * What every object has (`constructor`) is kept out because the library keeps a session's clients by id in a plain
 * object, where such a name is found before anything was put there.
 */
export function checkClientId(id: string): ClientIdProblem | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u.test(id)) return 'form';
  return id.toLowerCase() === webClientId || id in {} ? 'reserved' : undefined;
}
