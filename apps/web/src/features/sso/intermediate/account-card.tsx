import { cx } from '#shared/lib/cx.ts';
import { Avatar } from '#shared/ui/avatar.tsx';

export function AccountCard({ name, detail }: { name: string | null; detail: string }) {
  const hasName = name !== null && name !== detail;
  return (
    <div className="mt-6 flex items-center gap-3 rounded-control border border-line p-3">
      <Avatar name={name} seed={name ?? detail} />
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
