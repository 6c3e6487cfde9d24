import { type ReactNode, Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { type UserInfo, useAuth } from '#state/auth.ts';
import type { HeldChange } from './hold-steps.tsx';

const HoldSteps = neededPart(async () => {
  const [{ HoldSteps: Steps }] = await Promise.all([import('./hold-steps.tsx'), loadTexts('reset')]);
  return { HoldSteps: Steps };
}, 'HoldSteps');

/**
 * Changes that a hold does not delay for an administrator without a second factor. `all` is included so that the
 * security page keeps its advice to add a second factor.
 */
const setUps: readonly HeldChange[] = ['all', 'twoStep', 'passkey'];

export function useHold(change: HeldChange): UserInfo['hold'] {
  const hold = useAuth(({ profile }) =>
    profile && !(profile.mustSetUpTwoStep && setUps.includes(change)) ? profile.hold : null,
  );
  const [now] = useState(Date.now);
  return hold !== null && Date.parse(hold.until) > now ? hold : null;
}

/**
 * Replaces a form whose change is on hold with the reason and the time when the change becomes available, so that a
 * member does not fill in a form that the server will reject.
 */
export function UnlessHeld({
  change,
  passwordHold = null,
  children,
}: {
  change: HeldChange;
  /** Hold after a password change, which delays only a change of the phone. */
  passwordHold?: UserInfo['hold'];
  children?: ReactNode;
}) {
  const hold = useHold(change);
  const shown = hold ?? passwordHold;
  if (shown === null) return children;
  return (
    <Suspense fallback={<Skeleton />}>
      <HoldSteps change={change} hold={shown} isByPassword={hold === null} />
    </Suspense>
  );
}
