import { setLocale } from '#shared/i18n/i18n.ts';
import { useAuth } from '#state/auth.ts';
import { isPersistent, persistPrefix } from '#state/persistence/persisted-slice.ts';
import { useSignup } from '#state/signup.ts';
import { useSso } from '#state/sso.ts';
import { useSelectedApp } from '#state/user-app.ts';
import { followAuth, loadProfile } from './session.ts';

async function followLanguage(): Promise<void> {
  await useSso.persist.rehydrate();
  const locale = useSso.getState().currentLocale?.locale;
  if (locale !== undefined) await setLocale(locale);
}

async function followAll(): Promise<void> {
  followAuth();
  await Promise.all([followLanguage(), useSelectedApp.persist.rehydrate()]);
}

const sliceHandlers: Readonly<Record<string, () => Promise<void> | void>> = {
  auth: followAuth,
  sso: followLanguage,
  'user-app': () => useSelectedApp.persist.rehydrate(),
};

function follow(change: StorageEvent): void {
  if (change.storageArea !== localStorage) return;
  // A null key means that the whole storage was cleared.
  if (change.key === null) void followAll();
  else if (change.key.startsWith(persistPrefix))
    void sliceHandlers[change.key.slice(persistPrefix.length)]?.();
}

/**
 * A page restored from the back/forward cache still has its old state, perhaps from before a sign-out (security case
 * F6). Read the storage again, then ask the server.
 */
function onPageShown(shown: PageTransitionEvent): void {
  if (!shown.persisted) return;
  // A later page of this tab may have advanced the sign-up, so read it again and let the journey's page decide again.
  if (isPersistent()) void useSignup.persist.rehydrate();
  void (async () => {
    await followAll();
    if (useAuth.getState().isAuthenticated) await loadProfile();
  })();
}

export function watchOtherTabs(): () => void {
  addEventListener('storage', follow);
  addEventListener('pageshow', onPageShown);
  return () => {
    removeEventListener('storage', follow);
    removeEventListener('pageshow', onPageShown);
  };
}
