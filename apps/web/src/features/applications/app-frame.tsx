import { Fragment, useEffect } from 'react';
import { Outlet, useParams } from 'react-router';
import { userAppEvents, useUserApp } from '#state/user-app.ts';
import { useApplication } from './list/application-parts.tsx';

/** Shows the pages of one application below its name. Opening an application selects the application. */
export function AppFrame() {
  const { appId = '' } = useParams();
  const { managableApplications } = useUserApp();
  const isManaged = managableApplications.some(({ id }) => id === appId);
  // Writes the choice to the browser's storage, which the menu follows. Writes the choice only once, because two tabs
  // with different applications would otherwise overwrite each other forever.
  useEffect(() => {
    if (isManaged) userAppEvents.applicationSelected(appId);
  }, [isManaged, appId]);
  return (
    <>
      <AppName appId={appId} />
      <Fragment key={appId}>
        <Outlet />
      </Fragment>
    </>
  );
}

/** Names the application where the menu, which names it too, is hidden. */
function AppName({ appId }: { appId: string }) {
  const { data: application } = useApplication(appId);
  if (!application) return null;
  return (
    <p className="mb-2 text-label wrap-anywhere text-muted xl:hidden">
      <bdi>{application.name}</bdi>
    </p>
  );
}
