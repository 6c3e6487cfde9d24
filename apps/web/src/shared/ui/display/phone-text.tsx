import { Rich } from '#shared/i18n/rich.tsx';
import { formatPhone } from '#shared/lib/phone/phone.ts';

/**
 * Shows a text with a phone number in place of `<phone>`. The number is left to right in every language and never
 * wraps.
 */
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
