import { useT } from '#shared/i18n/use-t.ts';
import { Logo } from '#shared/ui/display/logo.tsx';
import { useAssociationName } from '#state/association.ts';

/**
 * Stands in for a page behind the sign-in, with its header and sidebar, until their code has loaded. The build
 * prerenders this frame, and the server writes the association's name and logo into it.
 */
export function ShellFrame() {
  const t = useT();
  const brand = (
    <span className="flex min-w-0 items-center gap-3 text-sm leading-[1.35] font-semibold">
      <Logo className="mark size-9 shrink-0" />
      <bdi translate="no" className="min-w-0 text-balance">
        {useAssociationName()}
      </bdi>
    </span>
  );
  return (
    <div className="flex grow">
      <div className="hidden w-66 shrink-0 border-e border-line bg-card px-4 py-3 xl:block">{brand}</div>
      <div className="min-w-0 flex-1">
        <header className="flex h-[calc(3.75rem+env(safe-area-inset-top))] items-center border-b border-line bg-card ps-12 pt-[env(safe-area-inset-top)]">
          <span className="min-w-0 xl:hidden">{brand}</span>
        </header>
        <main className="mx-auto w-full max-w-[80rem] px-4 py-6 md:px-6 md:py-8 xl:px-8">
          <output aria-busy className="block animate-appear">
            <span className="sr-only">{t('common.loading')}</span>
            <span className="bone h-8 w-40" />
            <span className="mt-6 bone h-32 rounded-card" />
          </output>
        </main>
      </div>
    </div>
  );
}
