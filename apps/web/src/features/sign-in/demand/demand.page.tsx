import { ToNextPage } from '#navigation/to-next-page.tsx';
import { useAuth } from '#state/auth.ts';
import { Agreement } from './agreement.tsx';
import { ForcedChange } from './forced-change.tsx';

/**
 * Shows the step that an account must complete first, such as a password change. No other page of the account opens
 * before the step is done.
 */
export function DemandPage() {
  const demand = useAuth(({ user }) => user?.demands[0]);
  if (demand === undefined) return <ToNextPage />;
  return demand === 'agree' ? <Agreement /> : <ForcedChange />;
}
