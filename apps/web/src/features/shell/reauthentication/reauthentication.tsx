import { Suspense } from 'react';
import { lazyPage } from '#navigation/lazy-page.ts';
import { useReauthenticationRequests } from '#session/reauthenticate.ts';

// Load the dialog and its style sheet on demand: a page outside the shell needs them only after a refusal.
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

/** Lets a page outside the shell ask the user to re-authenticate. */
export function Reauthentication() {
  useReauthenticationRequests();
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog />
    </Suspense>
  );
}
