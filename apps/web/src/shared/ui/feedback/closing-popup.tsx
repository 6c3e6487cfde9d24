import { popupErrorCountdownSeconds } from '@vid/contract/limits';
import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Countdown } from './countdown.tsx';

/** Closes an error popup after a countdown, which the user can stop (WCAG 2.2.1). */
export function ClosingPopup() {
  const t = useT();
  const [until] = useState(() => Date.now() + popupErrorCountdownSeconds * 1000);
  const [isStopped, setIsStopped] = useState(false);
  const [isOver, setIsOver] = useState(false);
  if (isStopped) return null;
  const close = () => {
    setIsOver(true);
    globalThis.close();
  };
  return (
    <div className="flex w-full flex-wrap items-center justify-center gap-x-3 text-muted">
      <Countdown until={until} endText={t('sso.closeByHand')} onEnd={close} className="min-h-6">
        {(seconds) => (isOver ? t('sso.closeByHand') : t('sso.closingIn', { seconds }))}
      </Countdown>
      {!isOver && <Button look="ghost" onClick={() => setIsStopped(true)} text="sso.keepOpen" />}
    </div>
  );
}
