import { Suspense } from 'react';
import { lazyPage } from '#navigation/lazy-page.ts';
import { useReauthenticationRequests } from '#session/reauthenticate.ts';

// The style sheet and the library of the dialog are larger than a page outside the shell, so the dialog loads lazily.
const ReauthenticationDialog = lazyPage(
  async () => {
    const [module] = await Promise.all([
      import('./reauthentication-dialog.tsx'),
      import('#shared/ui/overlays/base-ui.ts'),
      import('#styles/full.css'),
    ]);
    return module;
  },
  'ReauthenticationDialog',
  'reset',
  'signUp',
);

/** Lets a page outside the shell ask the user to confirm their identity. */
export function Reauthentication() {
  useReauthenticationRequests();
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog />
    </Suspense>
  );
}
