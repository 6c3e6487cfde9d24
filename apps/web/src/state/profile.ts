import { type StoredUser, useAuth } from './auth.ts';

/** The profile slice of the specification. It has no state: `me` is stored in the auth slice. */
export type ShownUser = Pick<StoredUser, 'shownName' | 'email' | 'avatar'>;

/** Returns the name, e-mail and picture of the signed-in account. Available before `me` has answered. */
export function useShownUser(): ShownUser | null {
  return useAuth((state) => state.user);
}
