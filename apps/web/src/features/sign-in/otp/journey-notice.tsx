import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { JourneyReason } from '#journeys/journey.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';

const texts = {
  startFirst: 'otp.reason.startFirst',
  codeExpired: 'otp.reason.codeExpired',
  codeLocked: 'otp.reason.codeLocked',
  verificationExpired: 'otp.reason.verificationExpired',
  accountExists: 'otp.reason.accountExists',
  passwordNeeded: 'otp.reason.passwordNeeded',
  signInToApprove: 'otp.reason.signInToApprove',
  passwordSet: 'common.updatePassSuccess',
} as const satisfies Record<JourneyReason, string>;

/** Reasons that only inform the user. Every other reason is a problem. */
const tones: { readonly [R in JourneyReason]?: 'info' | 'success' } = {
  signInToApprove: 'info',
  passwordSet: 'success',
};

function isReason(value: unknown): value is JourneyReason {
  return typeof value === 'string' && Object.hasOwn(texts, value);
}

function reasonOf(state: unknown): JourneyReason | null {
  if (typeof state !== 'object' || state === null || !('reason' in state)) return null;
  return isReason(state.reason) ? state.reason : null;
}

export function JourneyNotice() {
  const t = useT();
  const { state } = useLocation();
  const reason = reasonOf(state);
  const [isShown, setIsShown] = useState(false);
  // Loads the texts. Screen readers announce only text that is inserted into a live region that already exists.
  useEffect(() => {
    if (reason !== null)
      loadTexts('signUp').then(
        () => setIsShown(true),
        // The page is clear without the reason, so ignore texts that cannot be loaded.
        () => {},
      );
  }, [reason]);
  const tone = reason !== null && tones[reason];
  if (tone)
    return (
      <output className="mt-4 block">
        <Notice tone={tone}>{isShown && t(texts[reason])}</Notice>
      </output>
    );
  return (
    <div className={reason === null ? undefined : 'mt-4'}>
      <Alert text={reason !== null && isShown ? t(texts[reason]) : undefined} />
    </div>
  );
}
