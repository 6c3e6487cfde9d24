import type { ComponentProps } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { convertOldPrefix } from '#shared/lib/phone/old-phone.ts';
import { SentTo } from './sent-to.tsx';

/** Names the current number to which a code was sent if the typed number is from before 2018. */
export function OldPhoneLead({ phone, ...code }: ComponentProps<typeof SentTo>) {
  const t = useT();
  return (
    <>
      <SentTo {...code} phone={convertOldPrefix(phone) ?? phone} />{' '}
      {t('signUp.phone.converted', { former: phone })}
    </>
  );
}
