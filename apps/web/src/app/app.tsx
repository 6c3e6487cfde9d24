import { AssociationName } from '#shared/ui/page-title.tsx';
import { FullScreenLoader } from '#shared/ui/feedback/loader.tsx';
import { Notifications } from '#shared/ui/feedback/notifications.tsx';
import { useAssociationName } from '#state/association.ts';
import { useCommon } from '#state/common.ts';
import { NavigationEffects } from './routing/navigation-effects.tsx';
import { AppRoutes } from './routing/routes.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button, linkClass } from '#shared/ui/controls/button.tsx';
import { basePath, paths } from '#navigation/paths.ts';

function GlobalLoader() {
  // While a page waits for the network, the previous page stays usable.
  return <FullScreenLoader isActive={useCommon((state) => state.loading && !state.isPageWaiting)} />;
}

export function App() {
  return (
    <>
      <Notifications />
      <GlobalLoader />
      <NavigationEffects />
      {/* Each page grows to the height of the window minus the banner. */}
      <div className="flex min-h-dvh flex-col">
        <ErrorBoundary>
          <AssociationName value={useAssociationName()}>
            <AppRoutes />
          </AssociationName>
        </ErrorBoundary>
        <OfflineBanner />
      </div>
    </>
  );
}

/**
 * Says that the browser is offline, or that a page or part of it waits for the network. The banner is sticky and last
 * in the page, so that users can scroll the footer clear of it.
 */
function OfflineBanner() {
  const t = useT();
  const isOffline = useCommon((state) => state.isOffline);
  const isPageWaiting = useCommon((state) => state.isPageWaiting);
  return (
    <output className="sticky bottom-0 z-[1065] block">
      {(isOffline || isPageWaiting) && (
        <p className="flex items-center justify-center gap-2 border-t border-danger bg-danger-soft px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-label text-balance text-danger">
          <Icon name="alert" />
          {t(isPageWaiting ? 'errors.pageWaiting' : 'errors.windowNetworkError')}
        </p>
      )}
    </output>
  );
}

function FailedPage() {
  const t = useT();
  return (
    <main className="mx-auto grid w-full max-w-lg grow content-center gap-4 px-4 text-center" role="alert">
      <h1 className="text-2xl">{t('errors.render.title')}</h1>
      <p>{t('errors.processing')}</p>
      <Button className="mx-auto mt-2" onClick={() => location.reload()} text="errors.render.reload" />
      {/* A plain link reloads the document, which discards the broken state. */}
      <p>
        <a className={linkClass} href={`${basePath}${paths.home}`}>
          {t('common.returnHome')}
        </a>
      </p>
    </main>
  );
}

type BoundaryProps = { pathname: string; children: ReactNode };

type BoundaryState = { pathname: string; hasFailed: boolean };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { pathname: this.props.pathname, hasFailed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  /** Renders the children again after a failure when the path changes, for example after Back. */
  static getDerivedStateFromProps({ pathname }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return pathname === state.pathname ? null : { pathname, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}

function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary pathname={pathname}>{children}</Boundary>;
}
