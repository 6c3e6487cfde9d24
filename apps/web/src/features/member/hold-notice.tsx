import { type ReactNode, useState } from 'react';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { DatedSteps } from '#shared/ui/dated-steps.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { type UserInfo, useAuth } from '#state/auth.ts';

/** A change that a hold delays. */
type HeldChange = 'phone' | 'email' | 'twoStep' | 'passkey' | 'social' | 'export' | 'deletion';

/** Changes that a hold does not delay for an administrator who has no second factor yet. */
const setUps: readonly HeldChange[] = ['twoStep', 'passkey'];

/** Returns the hold that delays a change; null if there is none, or if it is over. */
export function useHold(change: HeldChange): UserInfo['hold'] {
  const hold = useAuth(({ profile }) =>
    profile && !(profile.mustSetUpTwoStep && setUps.includes(change)) ? profile.hold : null,
  );
  const [now] = useState(Date.now);
  return hold !== null && Date.parse(hold.until) > now ? hold : null;
}

/**
 * Shows in place of a form that the change is on hold, why, and from when it can be made, so that a member does not
 * fill in what the server will refuse. Every page with such a change uses this component.
 */
export function UnlessHeld({ change, children }: { change: HeldChange; children?: ReactNode }) {
  const t = useT();
  const hold = useHold(change);
  if (hold === null) return children;
  const until = formatDateTime(hold.until);
  return (
    <section aria-label={t('shell.hold.title')} className="grid gap-4">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="lock" className="mt-0.5 text-accent" />
        {t('shell.hold.title')}
      </p>
      <DatedSteps
        steps={[
          { when: formatDateTime(hold.since), text: t('shell.hold.since'), isDone: true },
          { when: t('shell.hold.until', { time: until }), text: t('shell.hold.until.text') },
          { when: t('shell.hold.from', { time: until }), text: t(`shell.hold.${change}`) },
        ]}
      />
    </section>
  );
}
