import type { ReactNode } from 'react';
import type { Journey } from '#journeys/journey.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { LinkButton } from '#shared/ui/button.tsx';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { useSignup } from '#state/signup.ts';
import { JourneyNotice } from './journey-notice.tsx';

type CodePageProps = {
  journey: Journey;
  title: string;
  lead: 'otp.sentTo' | 'otp.resend.lead';
  /** The form sets the focus. */
  keepsFocus?: boolean;
  /** The progress bar of the journey, above the form. */
  progress?: ReactNode;
  /** Shown below the form once another code may be requested. */
  resendOffer?: ReactNode;
  children: ReactNode;
};

/** The layout shared by the pages that enter a code and that request another. */
export function CodePage({
  journey,
  title,
  lead,
  keepsFocus = false,
  progress,
  resendOffer,
  children,
}: CodePageProps) {
  const t = useT();
  const openNextPage = useOpenNextPage(journey);
  const phone = useSignup((state) => state.phone) ?? '';
  const digits = useSignup((state) => state.codeDigits);
  return (
    <>
      <PageTitle
        keepsFocus={keepsFocus}
        title={title}
        lead={<Rich text={t(lead, { phone, digits })} parts={{ phone: <ShownPhone phone={phone} /> }} />}
      />
      {progress}
      <JourneyNotice />
      <div className="mt-6">{children}</div>
      {lead === 'otp.sentTo' && <NeverAsked />}
      <ResendCountdown offer={resendOffer} />
      <p className="mt-2 text-center text-label">
        <LinkButton onClick={() => openNextPage(takeStep(journey, 'phoneChangeRequested'))}>
          {t('otp.changePhone')}
        </LinkButton>
      </p>
    </>
  );
}

/** Warns against giving the code to a caller. */
export function NeverAsked() {
  const t = useT();
  return (
    <p className="mt-4 flex gap-2 text-sm text-muted">
      <Icon name="shield" className="mt-0.5 size-4 text-accent" />
      <span>{t('otp.neverAsked')}</span>
    </p>
  );
}

/** Counts down until another code may be requested, then shows the offer. */
export function ResendCountdown({ offer }: { offer: ReactNode }) {
  const t = useT();
  return (
    <Countdown
      until={useSignup((state) => state.resendAt)}
      endText={t('otp.mayResend')}
      className={cx('mt-4 text-center text-label text-muted', offer !== undefined && 'min-h-8')}
    >
      {(seconds) => (seconds > 0 ? t('otp.resendIn', { time: waitText(t, seconds) }) : offer)}
    </Countdown>
  );
}

/** A phone inside a sentence: left to right in every language, never wrapped. */
export function ShownPhone({ phone }: { phone: string }) {
  return (
    <bdi dir="ltr" className="font-semibold whitespace-nowrap text-ink">
      {formatPhone(phone)}
    </bdi>
  );
}

/** "120 seconds", "2 min 5 sec". */
export function waitText(t: Translate, seconds: number): string {
  if (seconds <= 120) return t('otp.seconds', { seconds });
  return t('otp.minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
