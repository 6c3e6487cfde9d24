import { Avatar } from '#shared/ui/avatar.tsx';

/** The account that the application will receive. */
export function AccountCard({ name, detail }: { name: string | null; detail: string }) {
  return (
    <div className="mt-6 flex items-center gap-3 rounded-control border border-line p-3">
      <Avatar name={name} seed={name ?? detail} />
      <p className="min-w-0">
        {name !== null && name !== detail && (
          <span className="block font-semibold break-words">
            <bdi>{name}</bdi>
          </span>
        )}
        <span dir="ltr" className="block text-sm text-muted digits rtl:text-right">
          {detail}
        </span>
      </p>
    </div>
  );
}
