import { formatDateTime } from '#shared/i18n/format.ts';
import { formatPhone } from '#shared/lib/phone.ts';

export function Time({ at, className = 'digits' }: { at: string; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {formatDateTime(at)}
    </time>
  );
}

/** A phone number, left to right in every language. */
export function Phone({ number, className = 'digits' }: { number: string; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {formatPhone(number)}
    </bdi>
  );
}
