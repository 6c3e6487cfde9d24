import type { ReactNode } from 'react';
import { BrandRow } from '#features/sign-in/auth-layout/brand.tsx';
import { LanguageSwitch } from '#shared/ui/controls/language-switch.tsx';

export function CentredPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex grow flex-col safe-area px-4 pt-3 pb-8 md:px-8 md:pt-6">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <BrandRow />
        <LanguageSwitch />
      </header>
      <main className="m-auto flex w-full max-w-[32rem] flex-col items-center gap-4 py-6 text-center [&_p]:text-balance">
        {children}
      </main>
    </div>
  );
}
