import '#styles/full.css';
import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { lazyPage } from '#navigation/lazy-page.ts';
import { useReauthentication, useReauthenticationRequests } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { readBoot } from '#shared/lib/boot.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/icons.tsx';
import { layoutEvents, type LayoutState, useLayout } from '#state/layout.ts';
import { LanguageSwitch } from '#shared/ui/language-switch.tsx';
import { SkipLink } from '#shared/ui/skip-link.tsx';
import { ThemeSwitch } from '#shared/ui/theme-switch.tsx';
import { AccountQueries } from './account-queries.tsx';
import { PendingRecovery } from './pending-recovery.tsx';
import { ShellFooter } from './shell-footer.tsx';
import { ShellHeader } from './shell-header.tsx';
import { KeptAccountNotice } from './kept-account.tsx';
import { MustSetUpTwoStep } from './must-set-up-two-step.tsx';
import { NavDrawer, SideBar } from './side-bar.tsx';
import { useViewHeight } from './use-view-height.ts';

const ReauthenticationDialog = lazyPage(
  () => import('#session/reauthentication-dialog.tsx'),
  'ReauthenticationDialog',
);

/** The xl breakpoint of the style sheet, for use in scripts. */
const wideScreen = '(min-width: 75rem)';

const frames: Record<LayoutState['layout'], string> = {
  'full-width': '',
  boxed: 'mx-auto max-w-[90rem] min-[90rem]:border-x min-[90rem]:border-line',
  framed: 'xl:m-4 xl:[--frame:2rem] xl:overflow-clip xl:rounded-panel xl:border xl:border-line',
};

/**
 * Closes the drawer when the screen becomes wide, for example when a tablet is turned. On a wide screen the drawer is
 * hidden, but would leave the page inert.
 */
function useNarrowDrawer(): void {
  // Subscribes to the browser's media query.
  useEffect(() => {
    const wide = matchMedia(wideScreen);
    const changed = () => {
      if (wide.matches) layoutEvents.drawerToggled(false);
    };
    wide.addEventListener('change', changed);
    return () => wide.removeEventListener('change', changed);
  }, []);
}

/** Says that evaluation mode sends no SMS and keeps messages in the outbox. */
function EvaluationStrip() {
  const t = useT();
  const [mode] = useState(() => readBoot().mode);
  if (mode !== 'evaluation') return null;
  return (
    <section
      aria-label={t('shell.evaluation.label')}
      className="flex flex-wrap items-center justify-center gap-x-3 bg-soft px-4 py-1 text-center text-sm text-balance"
    >
      <span className="inline-flex items-center gap-2">
        <Icon name="info" className="size-4 text-accent max-sm:hidden" />
        {t('shell.evaluation')}
      </span>
      <a
        href="/vid/dev/outbox"
        className="inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-4"
      >
        {t('shell.outbox')}
      </a>
    </section>
  );
}

export function ShellLayout() {
  const layout = useLayout((state) => state.layout);
  const menuStyle = useLayout((state) => state.menuStyle);
  const navCollapsed = useLayout((state) => state.navCollapsed);
  const isAsked = useReauthentication(({ question }) => question !== null);
  // The dialog stays mounted, so that its closing is animated.
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  useReauthenticationRequests();
  useViewHeight();
  useNarrowDrawer();
  const hasSideBar = menuStyle !== 'header';
  // Collapsing inverts the configured style until the next page: `mini` opens, `sidebar` narrows.
  const isRail = (menuStyle === 'mini') !== navCollapsed;
  return (
    <AccountQueries>
      <SkipLink target="#content" />
      <div className={cx('flex grow items-stretch', frames[layout])}>
        {hasSideBar && <SideBar isRail={isRail} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <ShellHeader isRail={isRail} hasSideBar={hasSideBar} />
          <EvaluationStrip />
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-[80rem] flex-1 px-4 py-6 outline-none md:px-6 md:py-8 xl:px-8"
          >
            <KeptAccountNotice />
            <PendingRecovery />
            <MustSetUpTwoStep />
            {/* While a page loads, the global loader shows and the frame stays. */}
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </main>
          <ShellFooter />
        </div>
      </div>
      <Suspense fallback={null}>{wasAsked && <ReauthenticationDialog />}</Suspense>
      <NavDrawer>
        <div className="flex items-center justify-between gap-2 border-t border-line p-3 lg:hidden">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </NavDrawer>
    </AccountQueries>
  );
}
