import { type StoredUser, useAuth } from './auth.ts';
import { persistPrefix } from './persistence/persisted-slice.ts';

/** The profile slice of the specification. It has no state: `me` is stored in the auth slice. */
export type ShownUser = Pick<StoredUser, 'shownName' | 'email' | 'avatar'>;

/**
 * Removes what the previous release stored and a sign-out no longer clears: name and e-mail, and the phone typed in a
 * flow.
 */
export function removeFormerStorage(): void {
  try {
    for (const slice of ['profile', 'signup']) localStorage.removeItem(persistPrefix + slice);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** The name, e-mail and picture of the signed-in account. Available before `me` has answered. */
export function useShownUser(): ShownUser | null {
  return useAuth((state) => state.user);
}
