import { Navigate, useLocation } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { ButtonLink, TextLink } from '#shared/ui/controls/button.tsx';
import { StateTitle } from '#shared/ui/feedback/state-mark.tsx';

/** Page and action to offer, by the way that unlocks the account. */
const openings = {
  reset: { to: paths.forgetPassword, action: 'reset.input.title' },
  recovery: { to: paths.recovery, action: 'reset.recovery.title' },
  operator: { to: paths.signIn, action: 'reset.backToSignIn' },
} as const;

/**
 * Reads the details of LOCKED_BY_OWNER, which the sign-in keeps in the history entry, so that they survive a reload;
 * null without them.
 */
function readLock(state: unknown): { lockedAt: string; way: keyof typeof openings } | null {
  if (!isRecord(state)) return null;
  const { lockedAt, opensBy } = state;
  if (typeof lockedAt !== 'string' || Number.isNaN(Date.parse(lockedAt))) return null;
  const way = (['recovery', 'operator'] as const).find((other) => other === opensBy) ?? 'reset';
  return { lockedAt, way };
}

export function OwnerLockPage() {
  const t = useT();
  const lock = readLock(useLocation().state);
  if (lock === null) return <Navigate replace to={paths.signIn} />;
  const { to, action } = openings[lock.way];
  return (
    <>
      <StateTitle
        tone="info"
        title={t('reset.ownerLock.title')}
        lead={t('reset.ownerLock.lead', { time: formatDateTime(lock.lockedAt) })}
      />
      <p className="mt-4">{t(`reset.ownerLock.${lock.way}`)}</p>
      <ButtonLink isWide className="mt-6" to={to}>
        {t(action)}
      </ButtonLink>
      {lock.way === 'reset' && (
        <p className="mt-6 text-center">
          <TextLink isPlain to={paths.recovery} text="reset.lostPhone" />
        </p>
      )}
      {lock.way !== 'operator' && (
        <p className="mt-3 text-center">
          <TextLink isPlain to={paths.signIn} text="reset.ownerLock.other" />
        </p>
      )}
    </>
  );
}
