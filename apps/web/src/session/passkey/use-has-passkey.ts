import { useEffect, useState } from 'react';
import { api } from '#shared/api/api.ts';
import { supportsPasskeys } from './supports-passkeys.ts';

/** Whether the account has a passkey that may confirm sensitive changes. False until the server has answered. */
export function useHasPasskey(): boolean {
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    if (!supportsPasskeys()) return undefined;
    const leave = new AbortController();
    api.get('/vid/api/passkeys', { signal: leave.signal, isRepeatable: true }).then(
      (passkeys) => setHasPasskey(passkeys.some(({ heldUntil }) => heldUntil === null)),
      // Ignore a failure: the user can still confirm with the password.
      () => {},
    );
    return () => leave.abort();
  }, []);
  return hasPasskey;
}
