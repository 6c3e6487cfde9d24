import type { ComponentProps, ReactNode } from 'react';
import type { Journey } from '#journeys/journey.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { JourneyNotice } from './journey-notice.tsx';
import { EnterCode } from './enter-code.tsx';

type Props = {
  journey: Journey;
  progress?: ReactNode;
  /** Replaces the navigation to the next page after an accepted code. */
  onAccepted?: () => void;
  /** Replaces `StepPage`. The code can then only go to the phone of the flow. */
  frame?: ComponentProps<typeof EnterCode>['frame'];
};

export function ConfirmCode({ journey, progress, onAccepted, frame }: Props) {
  const openNextPage = useOpenNextPage(journey);
  return (
    <EnterCode
      purpose={journey.flow}
      frame={frame}
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
      {...(!frame && { onOtherPhone: () => openNextPage(takeStep(journey, 'phoneChangeRequested')) })}
    />
  );
}
