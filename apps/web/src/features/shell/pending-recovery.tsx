import { Suspense } from 'react';
import { lazyPage } from '#navigation/lazy-page.ts';
import { usePendingRecovery } from './use-pending-recovery.ts';

/** This component is loaded only for an account whose recovery was requested. */
const PendingRecoveryNotice = lazyPage(
  () => import('./pending-recovery-notice.tsx'),
  'PendingRecoveryNotice',
  'reset',
);

/** Shows a requested recovery to every session of the account, above each page. */
export function PendingRecovery() {
  const { data } = usePendingRecovery();
  return data ? (
    <Suspense fallback={null}>
      <PendingRecoveryNotice />
    </Suspense>
  ) : null;
}
