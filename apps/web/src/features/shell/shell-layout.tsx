import '#styles/full.css';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { lazyPage } from '#navigation/lazy-page.ts';
import { neededPart } from '#navigation/lazy-part.ts';
import { loadPersistently } from '#navigation/load-persistently.ts';
import { sendSignals } from '#session/passkey/this-browser.ts';
import { useReauthentication, useReauthenticationRequests } from '#session/reauthenticate.ts';
import { useFocusAfterRemoval } from '#shared/hooks/use-focus-after-removal.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { readBoot } from '#shared/lib/boot.ts';
import { cx } from '#shared/lib/cx.ts';
import { whenIdle } from '#shared/lib/browser/when-idle.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { layoutEvents, type LayoutState, useLayout } from '#state/layout.ts';
import { LanguageSwitch } from '#shared/ui/controls/language-switch.tsx';
import { connectOverlays, loadOverlays, useOverlayLibrary } from '#shared/ui/overlays/overlay-library.ts';
import { SkipLink } from '#shared/ui/controls/skip-link.tsx';
import { ThemeSwitch } from '#shared/ui/controls/theme-switch.tsx';
import { PendingRecovery } from './pending-recovery.tsx';
import { ShellHeader } from './shell-header.tsx';
import { SideBar } from './side-bar.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Bone, BoneRows, Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { Card, PageHeader } from '#shared/ui/page/page.tsx';
import { selectStart, useAdminStart } from '#state/admin-start.ts';
import { useAuth } from '#state/auth.ts';
import { matchKnownPath, paths } from '#navigation/paths.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { useAssociationName } from '#state/association.ts';
import { ContactLinks } from '#features/sign-in/auth-layout/contact-links.tsx';
import { AccountQueries, LoadingStatus } from './account-queries.tsx';

const debounceMs = 200;

/** Stores the window height in the layout slice on mount and 200 ms after the last resize. */
function useViewHeight(): void {
  // Subscribes to the browser's resize events.
  useEffect(() => {
    const measure = () => layoutEvents.viewHeightChanged(innerHeight);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, debounceMs);
    };
    measure();
    addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      removeEventListener('resize', onResize);
    };
  }, []);
}

const ReauthenticationDialog = lazyPage(
  () => import('#features/shell/reauthentication/reauthentication-dialog.tsx'),
  'ReauthenticationDialog',
  'reset',
  'signUp',
);

const ShellKeys = neededPart(() => import('./shell-keys.tsx'), 'ShellKeys');
const NavDrawer = neededPart(() => import('./nav-drawer.tsx'), 'NavDrawer');

/** The style sheet's xl breakpoint, for use in scripts. */
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

/** Tells the password manager the member's new phone or name, which it shows next to the passkeys. */
function usePasskeyNames(): void {
  const names = useAuth(({ profile }) => profile && `${profile.phone} ${profile.name}`);
  const known = useRef(names);
  // Sends the names to the browser's password manager.
  useEffect(() => {
    if (known.current !== null && names !== null && known.current !== names) sendSignals();
    known.current = names ?? known.current;
  }, [names]);
}

export function ShellLayout() {
  const layout = useLayout((state) => state.layout);
  const menuStyle = useLayout((state) => state.menuStyle);
  const navCollapsed = useLayout((state) => state.navCollapsed);
  const isAsked = useReauthentication(({ question }) => question !== null);
  // The dialog stays mounted, so that its closing is animated.
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  // Loads the code for dialogs and menus again after a lost connection.
  useEffect(() => connectOverlays(loadPersistently), []);
  useReauthenticationRequests();
  useViewHeight();
  useNarrowDrawer();
  usePasskeyNames();
  useFocusAfterRemoval();
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
            <PendingRecovery />
            <MustSetUpTwoStep />
            {/* The placeholder appears only before the first page. While a later page loads, the previous page
               stays. */}
            <Suspense
              fallback={
                <Skeleton>
                  <PageHeader title={undefined} lead={<Bone />} />
                  <Card>
                    <BoneRows />
                  </Card>
                </Skeleton>
              }
            >
              <Outlet />
              <AfterPage />
            </Suspense>
          </main>
          <ShellFooter />
        </div>
      </div>
      <Suspense fallback={null}>{wasAsked && <ReauthenticationDialog />}</Suspense>
      <LaterParts />
      <LoadingStatus />
    </AccountQueries>
  );
}

/** Loads the code for dialogs and menus. Suspense delays the effect until the page beside this component is shown. */
function AfterPage() {
  // Waits until the browser is idle.
  useEffect(() => void whenIdle().then(loadOverlays), []);
  return null;
}

/** Shows the parts that the first page does not need, once they have loaded with the dialog library. */
function LaterParts() {
  const isDrawerOpen = useLayout((state) => state.drawerOpen);
  if (useOverlayLibrary(isDrawerOpen) === null) return null;
  return (
    <Suspense fallback={null}>
      <ShellKeys />
      <NavDrawer>
        <div className="flex items-center justify-between gap-2 border-t border-line p-3 lg:hidden">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </NavDrawer>
    </Suspense>
  );
}

/**
 * Redirects an administrator from the administration to the set-up page while the account lacks a second factor,
 * without which the server refuses the administration, and until new recovery codes are confirmed as stored. Other
 * pages show a notice if a second factor is missing.
 */
export function MustSetUpTwoStep() {
  const t = useT();
  const { pathname } = useLocation();
  const mustSetUp = useAuth(({ profile }) => profile?.mustSetUpTwoStep === true);
  const areCodesDue = useAdminStart(selectStart(useAuth(({ user }) => user?.id))).areCodesDue;
  const isAdmin = matchKnownPath(pathname) === paths.admin;
  if ((mustSetUp || areCodesDue) && isAdmin) return <Navigate replace to={paths.adminStart} />;
  if (!mustSetUp) return null;
  return (
    <Notice className="mb-6 max-w-[56rem]" title={t('shell.mustSetUpTwoStep')}>
      <TextLink to={paths.adminStart} text="shell.mustSetUpTwoStep.action" />
    </Notice>
  );
}

function ShellFooter() {
  const t = useT();
  const [year] = useState(() => String(new Date().getFullYear()));
  const name = useAssociationName();
  return (
    <footer className="border-t border-line pb-[env(safe-area-inset-bottom)] text-sm text-muted">
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 md:px-6 xl:px-8">
        <p>{t('shell.footer', { year, name })}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {/* On a phone, the contacts have their own line, so that the two links share the next line. */}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 empty:hidden max-sm:w-full">
            <ContactLinks />
          </div>
          <TextLink isQuiet to={paths.terms} text="common.terms" />
          <TextLink isQuiet to={paths.privacy} text="common.privacy" />
        </div>
      </div>
    </footer>
  );
}
