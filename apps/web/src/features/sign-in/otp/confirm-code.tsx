import type { ReactNode } from 'react';
import type { Journey } from '#journeys/journey.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
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
  const openNextPage = useOpenNextPage(journey);
  return (
    <EnterCode
      purpose={journey.flow}
      notice={
        <>
          {progress}
          <JourneyNotice />
        </>
      }
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
