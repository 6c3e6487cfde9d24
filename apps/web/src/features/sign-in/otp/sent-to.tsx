import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';

type Props = {
  phone: string;
  digits: number;
  /** Expiry of the code, in epoch milliseconds. */
  expiresAt: number;
};

export function SentTo(sent: Props) {
  return <Text key={sent.expiresAt} {...sent} />;
}

function Text({ phone, digits, expiresAt }: Props) {
  const t = useT();
  // Compute the minutes once, because screen readers would read a text that counts down again and again.
  const [minutes] = useState(() => Math.max(1, Math.round((expiresAt - Date.now()) / 60_000)));
  return <PhoneText text={t('otp.sentTo', { phone, digits, minutes })} phone={phone} />;
}
