import type { Translate } from '#shared/i18n/message-types.ts';

/** "60 seconds", "2 min 5 s". */
export function timeText(t: Translate, seconds: number): string {
  if (seconds < 120) return t('otp.seconds', { seconds });
  return t('otp.minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
