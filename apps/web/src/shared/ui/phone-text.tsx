import { Rich } from '#shared/i18n/rich.tsx';
import { formatPhone } from '#shared/lib/phone.ts';

/** A text whose `<phone>` is a phone: left to right in every language, never wrapped. */
export function PhoneText({ text, phone }: { text: string; phone: string }) {
  return <Rich text={text} parts={{ phone: <ShownPhone phone={phone} /> }} />;
}

function ShownPhone({ phone }: { phone: string }) {
  return (
    <bdi dir="ltr" className="font-semibold whitespace-nowrap text-ink">
      {formatPhone(phone)}
    </bdi>
  );
}
