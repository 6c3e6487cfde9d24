const key = 'vidPasskeysHere';
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
 * Returns whether this browser created a passkey, so that another one is not offered. The stored ids are random and
 * grant nothing, so they outlive the session.
 */
export function isMadeHere(passkeyId: string): boolean {
  return readIds().includes(passkeyId);
}

export function rememberMadeHere(passkeyId: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([passkeyId, ...readIds()].slice(0, maxKept)));
  } catch {
    // Without storage, the browser may be offered a passkey again, but it refuses to create a second one.
  }
}
