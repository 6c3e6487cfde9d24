import { cx } from '#shared/lib/cx.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { Avatar } from '#shared/ui/display/avatar.tsx';

export type ShownPerson = { id: string; name: string | null; avatar: string | null; phone: string };

export function AccountCard({ id, name, avatar, phone }: ShownPerson) {
  const detail = formatPhone(phone);
  const hasName = name !== null && name !== detail;
  return (
    <div className="mt-6 flex items-center gap-3 rounded-control border border-line p-3 text-start">
      <Avatar src={avatar} name={name} seed={id} />
      <p className="min-w-0">
        {hasName && (
          <span className="block font-semibold break-words">
            <bdi>{name}</bdi>
          </span>
        )}
        <span
          dir="ltr"
          className={cx('block digits rtl:text-right', hasName ? 'text-sm text-muted' : 'font-semibold')}
        >
          {detail}
        </span>
      </p>
    </div>
  );
}
