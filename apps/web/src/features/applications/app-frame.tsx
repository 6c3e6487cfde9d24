import { Fragment, useEffect } from 'react';
import { matchPath, Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { type AppPath, areaPaths, pathTo } from '#navigation/area-paths.ts';
import { trimPath } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Link } from '#shared/ui/link.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { userAppEvents, useUserApp } from '#state/user-app.ts';
import { useApplication } from './list/application-parts.tsx';

const sections = [
  [areaPaths.app, 'shell.item.app'],
  [areaPaths.appPermissions, 'shell.item.appPeople'],
  [areaPaths.appRoles, 'shell.item.appRoles'],
  [areaPaths.appClients, 'shell.item.appClients'],
  [areaPaths.appWebhooks, 'shell.item.webhooks'],
] as const satisfies readonly (readonly [AppPath, string])[];

/** Shows the pages of one application below its name and sections. Opening an application selects the application. */
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
      <AppNav appId={appId} />
      <Fragment key={appId}>
        <Outlet />
      </Fragment>
    </>
  );
}

function AppNav({ appId }: { appId: string }) {
  const t = useT();
  const { pathname } = useLocation();
  const { data: application } = useApplication(appId);
  // There are no sections while the application is loading, or if it cannot be opened.
  if (!application) return null;
  const here =
    sections.findLast(([path]) => matchPath({ path, end: false }, trimPath(pathname))) ?? sections[0];
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line pb-3">
      <AppName appId={appId} name={application.name} section={here[0]} />
      <nav aria-label={t('apps.nav.named', { name: application.name })}>
        <ul className="flex flex-wrap gap-1">
          {sections.map(([path, key]) => (
            <li key={path}>
              <Link
                to={pathTo(path, { appId })}
                aria-current={path === here[0] ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center rounded-control px-3 text-label no-underline',
                  path === here[0] ? 'bg-soft font-semibold text-brand' : 'text-ink hover:bg-soft',
                )}
              >
                {t(key)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/**
 * Shows the name of the application. Managers of several applications get a select, which opens the same section of
 * another application.
 */
function AppName({ appId, name, section }: { appId: string; name: string; section: AppPath }) {
  const t = useT();
  const navigate = useNavigate();
  const { managableApplications } = useUserApp();
  const others = managableApplications.filter(({ id }) => id !== appId);
  if (others.length === 0) {
    return (
      <p className="font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
    );
  }
  return (
    <div className="w-full min-w-0 sm:w-64">
      <FilterSelect
        label={t('apps.switch')}
        value={appId}
        options={[
          { value: appId, label: name },
          ...others.map((app) => ({ value: app.id, label: app.name })),
        ]}
        onChange={(id) => void navigate(pathTo(section, { appId: id }))}
      />
    </div>
  );
}
