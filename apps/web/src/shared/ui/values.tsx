import { TextLink } from '#shared/ui/button.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { formatPhone } from '#shared/lib/phone.ts';

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

/**
 * Shows an e-mail address below a name. In a card the address is shown in full and wraps before the `@`; in a table it
 * stays on one line.
 */
export function EmailLine({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <bdi title={email} className="block text-sm wrap-anywhere text-muted lg:max-w-44 lg:truncate">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}

/** Links to the page of an entry by its name, or says that the entry has no name yet. */
export function NameLink({ to, name }: { to: string; name: string | null }) {
  const t = useT();
  return (
    <TextLink isPlain to={to} className="wrap-anywhere">
      <bdi>{name ?? t('account.unnamed')}</bdi>
    </TextLink>
  );
}
