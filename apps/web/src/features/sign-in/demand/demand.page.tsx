import { ToNextPage } from '#navigation/to-next-page.tsx';
import { useAuth } from '#state/auth.ts';
import { Agreement } from './agreement.tsx';
import { ForcedChange } from './forced-change.tsx';

/** What the account must do before anything else. No other page of the account opens before it is done. */
export function DemandPage() {
  const demand = useAuth(({ user }) => user?.demands[0]);
  if (demand === undefined) return <ToNextPage />;
  return demand === 'agree' ? <Agreement /> : <ForcedChange />;
}
