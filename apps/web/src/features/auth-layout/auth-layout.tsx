import { Outlet } from 'react-router';
import { useT } from '../../shared/i18n/use-t.ts';
import { TextLink } from '../../shared/ui/button.tsx';
import { BrandRow } from './brand-row.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { SlidePanel } from './slide-panel.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/**
 * Around every signed-out screen. 360: no card, the form on the ground. 768: one card in the middle. From 992
 * two halves: the form, and beside it the panel with the association's mission.
 */
export function AuthLayout() {
  const t = useT();
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex min-w-0 flex-col px-4 pt-3 pb-6 md:px-8 md:pt-5 lg:pb-8">
        <header className="flex items-center justify-between gap-3">
          <BrandRow />
          <div className="flex shrink-0 items-center gap-1">
            <ThemeSwitch />
            <LanguageSwitch />
          </div>
        </header>
        <main className="mx-auto mt-8 w-full max-w-[26.25rem] md:my-auto md:rounded-card md:border md:border-line md:bg-card md:p-9 md:shadow-card lg:border-transparent lg:bg-transparent lg:px-0 lg:shadow-none">
          <Outlet />
        </main>
        <footer className="mt-auto flex flex-wrap justify-center gap-x-5 gap-y-1 pt-8 text-sm md:pt-0">
          <TextLink to="/terms" isQuiet>
            {t('common.terms')}
          </TextLink>
          <TextLink to="/privacy" isQuiet>
            {t('common.privacy')}
          </TextLink>
        </footer>
      </div>
      <SlidePanel />
    </div>
  );
}
