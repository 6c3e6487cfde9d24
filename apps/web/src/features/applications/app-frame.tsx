import { Fragment, useEffect } from 'react';
import { Outlet, useParams } from 'react-router';
import { userAppEvents, useUserApp } from '#state/user-app.ts';
import { isWaiting } from '#shared/ui/feedback/load-state.tsx';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import { useApplication } from './list/application-parts.tsx';

export function AppFrame() {
  const { appId = '' } = useParams();
  const { managableApplications } = useUserApp();
  const managed = managableApplications.find(({ id }) => id === appId);
  const isManaged = managed !== undefined;
  // Writes the choice to the browser's storage, which the menu follows. Writes it only once, because two tabs with
  // different applications would otherwise overwrite each other forever.
  useEffect(() => {
    if (isManaged) userAppEvents.applicationSelected(appId);
  }, [isManaged, appId]);
  return (
    <>
      <AppName appId={appId} managed={managed?.name} />
      <Fragment key={appId}>
        <Outlet />
      </Fragment>
    </>
  );
}

/** Names the application on narrow screens, which hide the menu with the application's name. */
function AppName({ appId, managed }: { appId: string; managed: string | undefined }) {
  const application = useApplication(appId);
  const name = application.data?.name ?? managed;
  if (name === undefined && !isWaiting(application)) return null;
  return (
    <div className="mb-2 text-label wrap-anywhere text-muted xl:hidden">
      {name === undefined ? <Bone /> : <bdi>{name}</bdi>}
    </div>
  );
}
