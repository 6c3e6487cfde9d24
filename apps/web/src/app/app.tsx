import { AssociationName } from '#shared/hooks/use-document-title.ts';
import { FullScreenLoader } from '#shared/ui/feedback/loader.tsx';
import { Notifications } from '#shared/ui/feedback/notifications.tsx';
import { useAssociationName } from '#state/association.ts';
import { useCommon } from '#state/common.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NavigationEffects } from './routing/navigation-effects.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { AppRoutes } from './routing/routes.tsx';

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
