import type { ReactNode } from 'react';
import type { Journey } from '#journeys/journey.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { JourneyNotice } from './journey-notice.tsx';
import { EnterCode } from './enter-code.tsx';

export type CodePageProps = {
  journey: Journey;
  progress?: ReactNode;
};

type Props = CodePageProps & {
  /** Replaces the navigation to the next page after an accepted code. */
  onAccepted?: () => void;
};

export function ConfirmCode({ journey, progress, onAccepted }: Props) {
  const t = useT();
  const openNextPage = useOpenNextPage(journey);
  const resendPath = (journey.steps['newCode'] ?? journey.steps[journey.start])?.page;
  return (
    <EnterCode
      notice={
        <>
          {progress}
          <JourneyNotice />
        </>
      }
      resend={resendPath && <TextLink to={resendPath}>{t('otp.resend')}</TextLink>}
      onVerified={() => {
        const next = takeStep(journey, 'codeAccepted');
        if (onAccepted) onAccepted();
        else openNextPage(next);
      }}
      onUsedUp={(reason) => openNextPage(takeStep(journey, reason))}
      onOtherPhone={() => openNextPage(takeStep(journey, 'phoneChangeRequested'))}
    />
  );
}
