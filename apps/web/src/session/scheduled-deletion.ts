import { useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { selectSessionToken, useAuth } from '#state/auth.ts';

/** Time of an account's requested deletion, and the session in which the member requested it. */
export type Scheduled = { readonly eraseAt: string; readonly session: string | null };

/**
 * Reads the deletion from a history entry's state, so that its page survives a reload; null if the state has none.
 */
export function readScheduled(state: unknown): Scheduled | null {
  if (!isRecord(state)) return null;
  const { eraseAt, session } = state;
  if (typeof eraseAt !== 'string' || Number.isNaN(Date.parse(eraseAt))) return null;
  return { eraseAt, session: typeof session === 'string' ? session : null };
}

/**
 * Returns a function that opens the page that says when the account will be deleted. The page itself signs out, because
 * a sign-out before the navigation would open the sign-in page.
 */
export function useShowScheduled(): (eraseAt: string) => void {
  const navigate = useNavigate();
  return (eraseAt) => {
    const state: Scheduled = { eraseAt, session: selectSessionToken(useAuth.getState()) };
    void navigate(paths.keepAccount, { replace: true, state });
  };
}
