import { useT } from '../../shared/i18n/use-t.ts';
import { Logo } from '../../shared/ui/logo.tsx';

/** Mark and name; the name breaks into two balanced lines where it must. */
export function BrandRow() {
  const t = useT();
  return (
    <p className="flex min-h-12 min-w-0 items-center gap-3 text-sm leading-[1.35] font-semibold">
      <Logo className="size-10 shrink-0" />
      <span className="max-w-[10rem] md:max-w-none">{t('common.associationName')}</span>
    </p>
  );
}
