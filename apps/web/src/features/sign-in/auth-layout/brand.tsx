import { safeImageUrl } from '#navigation/entry-query.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Logo } from '#shared/ui/display/logo.tsx';
import { useAssociationName } from '#state/association.ts';
import { useCategory } from '#state/category.ts';

export function useLogoUrl(): string | null {
  const logo = useCategory((state) => state.imageUrls?.logo ?? null);
  return logo === null ? null : safeImageUrl(logo, globalThis.location.origin);
}

export function BrandRow() {
  const t = useT();
  const name = useAssociationName();
  const logo = useLogoUrl();
  return (
    <p className="flex min-h-12 min-w-0 flex-1 basis-44 items-center gap-3 text-sm leading-[1.35] font-semibold">
      {logo === null ? (
        <Logo className="mark size-10 shrink-0" />
      ) : (
        <img src={logo} alt="" width={40} height={40} className="size-10 shrink-0 object-contain" />
      )}
      <span className="min-w-0">
        {/* The server inserts the configured name into the prerendered page. */}
        <bdi suppressHydrationWarning translate="no" className="block text-balance">
          {name}
        </bdi>
        <span className="block font-normal text-muted">{t('common.product')}</span>
      </span>
    </p>
  );
}
