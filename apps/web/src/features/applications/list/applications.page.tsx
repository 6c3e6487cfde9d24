import { Navigate } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ApplicationMark } from '#shared/ui/display/application-mark.tsx';
import { ButtonLink } from '#shared/ui/controls/button.tsx';
import { Bone, BoneButtons, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { Card, PageHeader, QueryItems } from '#shared/ui/page/page.tsx';
import {
  AccessBadge,
  DisabledBadge,
  type ManagedApplication,
  useApplications,
} from './application-parts.tsx';

export function ApplicationsPage() {
  const t = useT();
  const applications = useApplications();
  const { data } = applications;
  const [first] = data ?? [];
  if (first && data?.length === 1)
    return <Navigate replace to={pathTo(areaPaths.app, { appId: first.id })} />;
  return (
    <>
      <PageHeader title={t('shell.item.apps')} lead={data?.length !== 0 && t('apps.lead')} />
      <QueryItems
        query={applications}
        empty={{ icon: 'apps', title: t('apps.none'), lead: t('apps.none.text') }}
        skeleton={
          <div className={cards}>
            {[0, 1, 2].map((card) => (
              <Card key={card} className={column}>
                <BoneRows count={1} mark="size-11" />
                <Bone className="w-24" />
                <Bone className="w-32" />
                <div className="flex flex-wrap gap-3">
                  <BoneButtons texts={[t('apps.open'), t('shell.item.appPeople')]} />
                </div>
              </Card>
            ))}
          </div>
        }
      >
        {(items) => (
          <ul className={cards}>
            {items.map((application) => (
              <li key={application.id}>
                <ApplicationCard application={application} />
              </li>
            ))}
          </ul>
        )}
      </QueryItems>
    </>
  );
}

const cards = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3';
const column = 'flex h-full flex-col gap-4';

function ApplicationCard({ application }: { application: ManagedApplication }) {
  const t = useT();
  const { id, code, name, logo, people } = application;
  return (
    <Card className={column}>
      <div className="flex items-start gap-3">
        <ApplicationMark name={name} logo={logo} />
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-sm wrap-anywhere text-muted">
            <bdi>{code}</bdi>
          </p>
        </div>
      </div>
      <p className="digits">{t('apps.people', { count: people })}</p>
      <div className="flex flex-wrap gap-2">
        <AccessBadge access={application.access} />
        <DisabledBadge status={application.status} />
      </div>
      <div className="mt-auto flex flex-wrap gap-3">
        <ButtonLink
          look="secondary"
          to={pathTo(areaPaths.app, { appId: id })}
          aria-label={t('apps.open.named', { name })}
          text="apps.open"
        />
        <ButtonLink
          look="secondary"
          to={pathTo(areaPaths.appPermissions, { appId: id })}
          aria-label={t('apps.people.open.named', { name })}
          text="shell.item.appPeople"
        />
      </div>
    </Card>
  );
}
