import { Suspense } from 'react';
import { lazyPage } from '#navigation/lazy-page.ts';
import { usePendingRecovery } from './use-pending-recovery.ts';

/** Loads only for an account with a requested recovery. */
const PendingRecoveryNotice = lazyPage(
  () => import('./pending-recovery-notice.tsx'),
  'PendingRecoveryNotice',
  'reset',
);

/** Warns, above each page of the shell, that a recovery of the account was requested. */
export function PendingRecovery() {
  const { data } = usePendingRecovery();
  return data ? (
    <Suspense fallback={null}>
      <PendingRecoveryNotice />
    </Suspense>
  ) : null;
}
