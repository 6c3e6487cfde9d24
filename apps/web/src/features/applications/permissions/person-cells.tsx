import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { TextLink } from '#shared/ui/button.tsx';
import { Phone } from '#shared/ui/values.tsx';
import { EmailLine } from '#shared/ui/page/email-line.tsx';
import { type Permission, permissionPath } from './permissions.ts';

export function nameOf({ name, phone, id }: Pick<Permission, 'name' | 'phone' | 'id'>): string {
  return name ?? (phone === null ? id : formatPhone(phone));
}

/** Shows a person's avatar, name and e-mail address. The table cuts the address to one line. */
export function Person({ appId, permission }: { appId: string; permission: Permission }) {
  const t = useT();
  const { id, name, avatar, email } = permission;
  return (
    <span className="flex min-w-48 items-center gap-3">
      <Avatar src={avatar} name={name} seed={id} />
      <span className="min-w-0">
        <TextLink isPlain to={permissionPath(appId, id)} className="wrap-anywhere">
          <bdi>{name ?? t('apps.people.unnamed')}</bdi>
        </TextLink>
        {email !== null && <EmailLine email={email} />}
      </span>
    </span>
  );
}

export function PersonPhone({ phone }: Pick<Permission, 'phone'>) {
  const t = useT();
  if (phone === null) return <span className="text-muted">{t('apps.people.phone.released')}</span>;
  return <Phone number={phone} className="digits whitespace-nowrap" />;
}

const looks = { active: { tone: 'success' }, locked: { tone: 'danger', icon: 'lock' } } as const;

export function PermissionStatus({ status }: Pick<Permission, 'status'>) {
  const t = useT();
  return <Badge {...looks[status]}>{t(`apps.people.status.${status}`)}</Badge>;
}
