import { holdSeconds, recoveryWaitSeconds } from '@vid/contract/limits';
import { useState } from 'react';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { DatedSteps } from '#shared/ui/display/dated-steps.tsx';

export const recoveryWaitMs = recoveryWaitSeconds * 1_000;

type Props = {
  /** Means by which the recovery continues after its wait: a link by mail or SMS, or the recovery code. */
  by: 'mail' | 'code' | 'phone';
  readyAt: string | number;
  isRequested?: boolean;
};

export function WaitingSteps({ by, readyAt, isRequested = false }: Props) {
  const t = useT();
  const time = formatDateTime(readyAt);
  return (
    <DatedSteps
      steps={[
        {
          when: t('reset.steps.now'),
          text: t(`reset.steps.request.${by}`),
          isDone: isRequested,
        },
        { when: t('reset.steps.until', { time }), text: t('reset.steps.wait') },
        { when: t('reset.steps.from', { time }), text: t(`reset.steps.${by}`) },
      ]}
    />
  );
}

export function RemovalSteps({ isDone = false }: { isDone?: boolean }) {
  const t = useT();
  const [heldUntil] = useState(() => Date.now() + holdSeconds * 1_000);
  const time = formatDateTime(heldUntil);
  return (
    <DatedSteps
      steps={[
        { when: t('reset.steps.finish'), text: t('reset.steps.removes'), isDone },
        { when: t('reset.steps.until', { time }), text: t('reset.steps.hold') },
        { when: t('reset.steps.from', { time }), text: t('reset.steps.addAgain') },
      ]}
    />
  );
}
