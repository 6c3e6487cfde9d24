import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { optionalPart } from '#shared/lib/optional-part.ts';
import { paths } from '#navigation/paths.ts';
import type { LayoutName } from '#navigation/route-entry.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { SkipLink } from '#shared/ui/controls/skip-link.tsx';
import { ThemeSwitch } from '#shared/ui/controls/theme-switch.tsx';
import { useSso } from '#state/sso.ts';
import { BrandRow } from './brand.tsx';
import { ContactLinks } from './contact-links.tsx';
import { LanguageSwitch } from '#shared/ui/controls/language-switch.tsx';

const ContinueTo = optionalPart(async () => {
  const [part] = await Promise.all([import('#features/sso/continue-to.tsx'), loadTexts('sso')]);
  return { Part: part.ContinueTo };
}, 'Part');

/**
 * Shows the application's name while the code and texts of `ContinueTo` load. The placeholder has the same height as
 * `ContinueTo`, to avoid a layout shift.
 */
function LoadingApplication({ name }: { name: string }) {
  const t = useT();
  return (
    <div className="mb-6 flex items-center gap-3 border-b border-line pb-4">
      <span className="size-11 shrink-0 rounded-control bg-soft" />
      <p className="min-w-0 min-h-11 font-semibold break-words">{t('auth.signIn.leadApp', { app: name })}</p>
    </div>
  );
}

const SlidePanel = optionalPart(() => import('./slide-panel.tsx'), 'SlidePanel');

/**
 * Pages that show the application themselves. An extra row above their content would appear and disappear, and so move
 * their buttons.
 */
const pagesWithApplication: readonly string[] = [paths.intermediate, paths.device, paths.logout];

/**
 * Names the application of a sign-on request. Renders only empty space until the request is validated, so that the form
 * does not move.
 */
function NamedApplication() {
  const application = useSso((state) => state.application);
  if (application === null) return <div aria-hidden className="application-place" />;
  return (
    <Suspense fallback={<LoadingApplication name={application.name} />}>
      <ContinueTo />
    </Suspense>
  );
}

/**
 * The frame of the sign-in pages: a centred card from 768 px to 992 px, otherwise a form without a card. From 992 px,
 * the association's slides fill the other half.
 */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid grow grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <SkipLink target="#main" />
      <div className="flex min-w-0 flex-col safe-area px-4 pt-3 pb-3 md:px-8 md:py-6">
        <header className="flex flex-wrap items-center justify-between gap-2 md:mb-6">
          <BrandRow />
          <LanguageSwitch />
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto mt-8 w-full max-w-[26.25rem] md:my-auto md:rounded-card md:border md:border-line md:bg-card md:p-8 md:lift-card lg:border-transparent lg:bg-transparent lg:px-0 lg:no-lift"
        >
          {children}
        </main>
        <footer className="mt-auto flex flex-wrap items-center justify-center gap-x-4 gap-y-1 pt-6 text-sm">
          <ContactLinks />
          <TextLink to="/terms" isQuiet text="common.terms" />
          <TextLink to="/privacy" isQuiet text="common.privacy" />
          <ThemeSwitch />
        </footer>
      </div>
      <div className="sticky top-4 m-4 ms-0 hidden max-h-[calc(100dvh-2rem)] min-h-120 flex-col justify-end overflow-hidden rounded-panel jade-panel lg:flex">
        <Slides />
      </div>
    </div>
  );
}

/**
 * Loads the slides after the form, because the build does not know the association's slides, and screens below 992 px
 * hide the panel.
 */
function Slides() {
  const [isMounted, setIsMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the prerendered page
  useEffect(() => setIsMounted(true), []);
  return <Suspense fallback={null}>{isMounted && <SlidePanel />}</Suspense>;
}

export function AuthLayout() {
  const { pathname } = useLocation();
  return (
    <AuthFrame>
      {!pagesWithApplication.includes(pathname) && <NamedApplication />}
      <Outlet context={'auth' satisfies LayoutName} />
    </AuthFrame>
  );
}
