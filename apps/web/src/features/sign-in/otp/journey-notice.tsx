import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { JourneyReason } from '#journeys/journey.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/alert.tsx';

const texts = {
  startFirst: 'otp.reason.startFirst',
  codeExpired: 'otp.reason.codeExpired',
  codeLocked: 'otp.reason.codeLocked',
  answerLost: 'otp.reason.answerLost',
  verificationExpired: 'otp.reason.verificationExpired',
  accountExists: 'otp.reason.accountExists',
} as const satisfies Record<JourneyReason, string>;

function isReason(value: unknown): value is JourneyReason {
  return typeof value === 'string' && Object.hasOwn(texts, value);
}

function reasonOf(state: unknown): JourneyReason | null {
  if (typeof state !== 'object' || state === null || !('reason' in state)) return null;
  return isReason(state.reason) ? state.reason : null;
}

/** Why the person finds themselves on this page of a journey, where it is not the one they asked for. */
export function JourneyNotice() {
  const t = useT();
  const { state } = useLocation();
  const reason = reasonOf(state);
  const [isShown, setIsShown] = useState(false);
  // The region must be in the page before its text, or the text is not read out.
  // oxlint-disable-next-line react/set-state-in-effect -- the second rendering is the point
  useEffect(() => setIsShown(true), []);
  return (
    <div className={reason === null ? undefined : 'mt-4'}>
      <Alert text={reason !== null && isShown ? t(texts[reason]) : undefined} />
    </div>
  );
}
