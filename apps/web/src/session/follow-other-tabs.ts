import { create } from 'zustand';
import { setLocale } from '#shared/i18n/i18n.ts';
import { useAuth } from '#state/auth.ts';
import { persistPrefix } from '#state/persisted-slice.ts';
import { useProfile } from '#state/profile.ts';
import { useSignup } from '#state/signup.ts';
import { useSso } from '#state/sso.ts';
import { useUserApp } from '#state/user-app.ts';
import { loadProfile, sessionEnded } from './session.ts';

/** Counts what other tabs did to a flow by one-time code: pages of a journey look again where they stand. */
export const useFollowed = create<{ flowChanges: number }>()(() => ({ flowChanges: 0 }));

async function followAuth(): Promise<void> {
  const before = useAuth.getState();
  await useAuth.persist.rehydrate();
  const after = useAuth.getState();
  if (before.isAuthenticated && !after.isAuthenticated) {
    sessionEnded('elsewhere');
  } else if (after.isAuthenticated && before.sessionToken !== after.sessionToken) {
    // Another session, perhaps another person's: nothing of the one before may stay (security case S3).
    useAuth.setState({ profile: null });
    await loadProfile();
  }
}

async function followFlow(): Promise<void> {
  await useSignup.persist.rehydrate();
  useFollowed.setState(({ flowChanges }) => ({ flowChanges: flowChanges + 1 }));
}

async function followLanguage(): Promise<void> {
  await useSso.persist.rehydrate();
  const locale = useSso.getState().currentLocale?.locale;
  if (locale !== undefined) await setLocale(locale);
}

async function followAll(): Promise<void> {
  await Promise.all([followAuth(), followFlow(), followLanguage(), useProfile.persist.rehydrate()]);
}

const followers: Readonly<Record<string, () => Promise<void>>> = {
  auth: followAuth,
  signup: followFlow,
  sso: followLanguage,
  profile: () => useProfile.persist.rehydrate(),
  'user-app': () => useUserApp.persist.rehydrate(),
};

function follow(change: StorageEvent): void {
  if (change.storageArea !== localStorage) return;
  // null: everything was cleared at once.
  if (change.key === null) void followAll();
  else if (change.key.startsWith(persistPrefix)) void followers[change.key.slice(persistPrefix.length)]?.();
}

/**
 * A page that comes back from the back/forward cache still holds what it held when it was left, perhaps before
 * a sign-out (security case F6): it looks at the storage before anything else, and asks the server.
 */
function cameBack(shown: PageTransitionEvent): void {
  if (!shown.persisted) return;
  void (async () => {
    await followAll();
    if (useAuth.getState().isAuthenticated) await loadProfile();
  })();
}

/** Signing out in one tab signs out the others; language, flow and person are the same in all. */
export function watchOtherTabs(): () => void {
  addEventListener('storage', follow);
  addEventListener('pageshow', cameBack);
  return () => {
    removeEventListener('storage', follow);
    removeEventListener('pageshow', cameBack);
  };
}
