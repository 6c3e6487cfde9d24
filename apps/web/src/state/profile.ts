import { type StoredUser, useAuth } from './auth.ts';
import { persistPrefix } from './persistence/persisted-slice.ts';

/** The profile slice of the specification. It has no state: `me` is stored in the auth slice. */
export type ShownUser = Pick<StoredUser, 'shownName' | 'email' | 'avatar'>;

/** Removes the name and e-mail that the previous release stored in this slice: no sign-out clears them any more. */
export function removeStoredProfile(): void {
  try {
    localStorage.removeItem(`${persistPrefix}profile`);
  } catch {
    // Storage is forbidden, so there is nothing in it.
  }
}

/** The name, e-mail and picture of the signed-in account. Available before `me` has answered. */
export function useShownUser(): ShownUser | null {
  return useAuth((state) => state.user);
}
