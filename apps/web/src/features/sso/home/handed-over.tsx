import { popupCountdownSeconds } from '@vid/contract/limits';
import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';
import { StateMark } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';

/** Tells the user that the opener has received the answer. The popup closes after a countdown. */
export function HandedOver({ app }: { app: string }) {
  const t = useT();
  const [until] = useState(() => Date.now() + popupCountdownSeconds * 1000);
  const [isOver, setIsOver] = useState(false);
  const close = () => {
    setIsOver(true);
    globalThis.close();
  };
  return (
    <>
      <StateMark tone="success" />
      <PageTitle title={t('sso.done')} lead={t('sso.done.lead', { app })} />
      <Countdown until={until} endText={t('sso.closeByHand')} onEnd={close} className="min-h-6 text-muted">
        {/* Browsers refuse to close windows that were not opened by a script. */}
        {(seconds) => (isOver || seconds === 0 ? t('sso.closeByHand') : t('sso.closingIn', { seconds }))}
      </Countdown>
      <Button onClick={close}>{t('sso.closeNow')}</Button>
    </>
  );
}
