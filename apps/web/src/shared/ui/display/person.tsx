import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { Avatar } from '#shared/ui/display/avatar.tsx';
import { EmailLine, NameLink, Phone } from '#shared/ui/display/values.tsx';

type Named = { readonly id: string; readonly name: string | null; readonly phone: string | null };

export function nameOf({ name, phone, id }: Named): string {
  return name ?? (phone === null ? id : formatPhone(phone));
}

type Person = Omit<Named, 'phone'> & { readonly avatar: string | null; readonly email: string | null };

type CellProps = { person: Person; to: string; badge?: ReactNode };

export function PersonCell({ person: { id, name, avatar, email }, to, badge }: CellProps) {
  return (
    <span className="flex min-w-40 items-center gap-3 lg:gap-2">
      <Avatar src={avatar} name={name} seed={id} className="size-10 lg:size-7" />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 lg:flex-nowrap">
        <NameLink
          to={to}
          name={name}
          className="lg:max-w-[min(11rem,100%)] lg:shrink-0 xl:max-w-[min(22rem,100%)]"
        />
        {badge}
        {email && <EmailLine email={email} />}
      </span>
    </span>
  );
}

/** Shows an account's phone, or that the phone now belongs to another owner. */
export function AccountPhone({ phone }: { phone: string | null }) {
  const t = useT();
  if (phone === null) return <span className="text-muted">{t('account.phone.released')}</span>;
  return <Phone number={phone} className="digits whitespace-nowrap" />;
}
