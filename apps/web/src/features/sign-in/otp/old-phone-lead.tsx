import { useT } from '#shared/i18n/use-t.ts';
import { convertOldPrefix } from '#shared/lib/old-phone.ts';
import { PhoneText } from '#shared/ui/phone-text.tsx';

/** Says where a code was sent if the typed number is from before 2018: to its present number. */
export function OldPhoneLead({ phone, digits }: { phone: string; digits: number }) {
  const t = useT();
  const now = convertOldPrefix(phone) ?? phone;
  return (
    <>
      <PhoneText text={t('otp.sentTo', { phone: now, digits })} phone={now} />{' '}
      {t('signUp.phone.converted', { former: phone })}
    </>
  );
}
