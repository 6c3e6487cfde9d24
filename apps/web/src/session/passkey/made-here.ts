const key = 'vidPasskeysHere';
/** As many as an account may have. */
const maxKept = 20;

function readIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Whether this browser made a passkey, so that it is not offered another one. The stored ids are random and grant
 * nothing, so they outlive the session.
 */
export function isMadeHere(passkeyId: string): boolean {
  return readIds().includes(passkeyId);
}

export function rememberMadeHere(passkeyId: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([passkeyId, ...readIds()].slice(0, maxKept)));
  } catch {
    // A browser without storage may be offered a passkey again. It refuses to make a second one.
  }
}
