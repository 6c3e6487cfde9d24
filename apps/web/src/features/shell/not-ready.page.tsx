import { Navigate, useLocation } from 'react-router';
import { matchKnownPath, paths } from '#navigation/paths.ts';
import { unbuiltScreenAt, type UnbuiltScreen } from '#navigation/menu/unbuilt-paths.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import type { IconName } from '#shared/ui/icons.tsx';

const headings: Record<UnbuiltScreen, { title: PlainKey; icon: IconName }> = {
  inviteFriends: { title: 'shell.item.inviteFriends', icon: 'gift' },
  apps: { title: 'shell.item.apps', icon: 'apps' },
  permissions: { title: 'shell.item.permissions', icon: 'users' },
  admin: { title: 'shell.item.admin', icon: 'home' },
  adminAccounts: { title: 'shell.item.accounts', icon: 'users' },
  adminEnterprises: { title: 'shell.item.enterprises', icon: 'building' },
  adminApplications: { title: 'shell.item.applications', icon: 'apps' },
  adminParams: { title: 'shell.item.params', icon: 'settings' },
  adminAudit: { title: 'shell.item.audit', icon: 'list' },
};

/** The placeholder for a route whose page does not exist yet. */
export function NotReadyPage() {
  const t = useT();
  const { pathname } = useLocation();
  const name = unbuiltScreenAt(matchKnownPath(pathname));
  if (name === null) return <Navigate replace to={paths.error404} />;
  const { title, icon } = headings[name];
  return (
    <>
      <PageHeader title={t(title)} lead={t('shell.notReady.lead')} />
      <Card>
        <EmptyState
          icon={icon}
          title={t('shell.notReady.title')}
          action={
            <ButtonLink look="secondary" to={paths.userInformation}>
              {t('shell.notReady.back')}
            </ButtonLink>
          }
        >
          {t(`shell.notReady.${name}`)}
        </EmptyState>
      </Card>
    </>
  );
}
