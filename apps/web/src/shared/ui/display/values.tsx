import { TextLink } from '#shared/ui/controls/button.tsx';
import { cx } from '#shared/lib/cx.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';

type TimeProps = { readonly at: string; readonly className?: string; readonly withSeconds?: boolean };

export function Time({ at, className = 'digits', withSeconds = false }: TimeProps) {
  return (
    <time dateTime={at} className={className}>
      {formatDateTime(at, { withSeconds })}
    </time>
  );
}

export function Phone({ number, className = 'digits' }: { number: string; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {formatPhone(number)}
    </bdi>
  );
}

/** Shows an e-mail address next to a name, where the table has room for it. */
export function EmailLine({ email }: { email: string }) {
  return (
    <bdi title={email} className="block max-w-56 min-w-0 truncate text-sm text-muted max-xl:hidden">
      {email}
    </bdi>
  );
}

/** Links an entry's name to its page, or says that the entry has no name yet. */
export function NameLink({ to, name, className }: { to: string; name: string | null; className?: string }) {
  const t = useT();
  return (
    <TextLink isPlain to={to} className={cx('wrap-anywhere', className)}>
      <bdi>{name ?? t('account.unnamed')}</bdi>
    </TextLink>
  );
}
