import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';

export function ResendCountdown({ resendAt, children }: { resendAt: number; children?: ReactNode }) {
  const t = useT();
  const waitText = (seconds: number): string => {
    if (seconds <= 120) return t('otp.seconds', { seconds });
    return t('otp.minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  };
  return (
    <Countdown
      until={resendAt}
      endText={t('otp.mayResend')}
      className={cx('text-center text-label text-muted', children !== undefined && 'min-h-8')}
    >
      {(seconds) => (seconds > 0 ? t('otp.resendIn', { time: waitText(seconds) }) : children)}
    </Countdown>
  );
}
