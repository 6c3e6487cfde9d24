import { isText, orNull, shape } from './guards.ts';
import { createPersistedSlice } from './persisted-slice.ts';

/** How the person is shown before `me` has answered. */
export type ShownUser = {
  name: string | null;
  email: string | null;
  /** null: the default picture. */
  avatar: string | null;
};

export type ProfileState = { userInfo: ShownUser | null; loading: boolean };

const initial: ProfileState = { userInfo: null, loading: false };

export const useProfile = createPersistedSlice(initial, {
  name: 'profile',
  version: 1,
  kept: {
    userInfo: orNull(
      shape<ShownUser>({ name: orNull(isText), email: orNull(isText), avatar: orNull(isText) }),
    ),
  },
});

export const profileEvents = {
  profileRequested(): void {
    useProfile.setState({ loading: true });
  },
  profileLoaded({ name, email, avatar }: ShownUser): void {
    useProfile.setState({ userInfo: { name, email, avatar }, loading: false });
  },
  profileFailed(): void {
    useProfile.setState({ loading: false });
  },
  sessionEnded(): void {
    useProfile.setState(initial);
  },
};
