import { formatPhone } from '#shared/lib/phone.ts';

/** A phone inside a sentence: from left to right in every language, and never broken in two. */
export function ShownPhone({ phone }: { phone: string }) {
  return (
    <bdi dir="ltr" className="font-semibold whitespace-nowrap text-ink">
      {formatPhone(phone)}
    </bdi>
  );
}
