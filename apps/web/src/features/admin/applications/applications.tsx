import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { maxPeople } from '@vid/contract/limits';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { loadProfile } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { formatNumber } from '#shared/i18n/format.ts';

type Query = NonNullable<Body<'POST /vid/api/admin/applications/search'>>;
type NewApplication = Body<'POST /vid/api/admin/applications'>;
export type ApplicationItem = Answer<'POST /vid/api/admin/applications/search'>['items'][number];
export type ApplicationDetail = Answer<'GET /vid/api/admin/applications/:appId'>;

export const pathOf = (appId: string) => pathTo(areaPaths.adminApplication, { appId });

export function useApplications(query: Query) {
  return useRead('POST /vid/api/admin/applications/search', { body: query });
}

export function useRegister() {
  return useChange(
    (body: NewApplication) => reloadManaged(api.post('/vid/api/admin/applications', { body })),
    'admin/applications',
    'apps',
  );
}

export function useHandOver(appId: string) {
  return useChange(
    (body: { phone: string; reason: string }) =>
      reloadManaged(api.post('/vid/api/admin/applications/:appId/hand-over', { params: { appId }, body })),
    'admin/applications',
    'apps',
  );
}

/** Reloads `me` after a change, because the menu lists the applications in `me`. */
async function reloadManaged<Result>(change: Promise<Result>): Promise<Result> {
  const result = await change;
  void loadProfile();
  return result;
}

export const peopleText = (people: number): string =>
  `${formatNumber(people)}${people < maxPeople ? '' : '+'}`;

type Props = { application: Pick<ApplicationItem, 'status' | 'access' | 'isFirstParty'> };

/** Shows `active` without colour in a list, so that `disabled` stands out. */
export function ApplicationStatus({
  status,
  isListed = false,
}: Pick<ApplicationItem, 'status'> & { isListed?: boolean }) {
  return status === 'disabled' ? (
    <Badge tone="danger" icon="lock" text="admin.applications.status.disabled" />
  ) : (
    <Badge tone={isListed ? 'quiet' : 'success'} text="admin.applications.status.active" />
  );
}

export function ApplicationBadges({ application: { status, access, isFirstParty } }: Props) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-2">
      <ApplicationStatus status={status} />
      <Badge>{t(`admin.applications.access.${access}`)}</Badge>
      {isFirstParty && <Badge tone="accent">{t('admin.applications.firstParty')}</Badge>}
    </span>
  );
}
