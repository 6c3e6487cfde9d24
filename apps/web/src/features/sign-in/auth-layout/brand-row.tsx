import { useAssociationName, useLogoUrl } from './brand.ts';
import { Logo } from '#shared/ui/logo.tsx';

/** Mark and name; the name breaks into two balanced lines where it must. */
export function BrandRow() {
  const name = useAssociationName();
  const logo = useLogoUrl();
  return (
    <p className="flex min-h-12 min-w-0 items-center gap-3 text-sm leading-[1.35] font-semibold">
      {logo === null ? (
        <Logo className="size-10 shrink-0" />
      ) : (
        <img src={logo} alt="" width={40} height={40} className="size-10 shrink-0 object-contain" />
      )}
      <span className="max-w-[10rem] md:max-w-none">{name}</span>
    </p>
  );
}
