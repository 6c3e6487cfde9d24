import { maxPeople } from '@vid/contract/limits';
import { useState } from 'react';
import { ActionDialog } from '#session/action-dialog.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { AccessBadge } from '#features/applications/list/application-parts.tsx';
import { useApplication } from '#features/applications/list/applications.ts';
import { type AppRole, useRoleActions } from './roles.ts';

/**
 * Sets whether every member may use the application. The dialog shows how many people would lose access, up to a bound.
 */
export function AccessCard({ appId, roles }: { appId: string; roles: readonly AppRole[] }) {
  const t = useT();
  const application = useApplication(appId);
  const { setAccess } = useRoleActions(appId);
  const [isAsking, setIsAsking] = useState(false);
  if (!application.data) {
    return (
      <Card title={t('apps.access.title')}>
        <LoadState query={application} title={t('apps.app.failed')} />
      </Card>
    );
  }
  const { access, usersWithout, locked } = application.data;
  const standard = roles.find(({ isDefault }) => isDefault);
  const next = access === 'open' ? 'restricted' : 'open';
  const action = t(next === 'open' ? 'apps.access.openUp' : 'apps.access.restrict');
  return (
    <Card
      title={t('apps.access.title')}
      actions={
        <Button look="secondary" onClick={() => setIsAsking(true)}>
          {action}
        </Button>
      }
    >
      <AccessBadge access={access} />
      <p className="mt-3 wrap-anywhere text-muted">
        {access === 'restricted'
          ? t('apps.access.restricted.text')
          : standard
            ? t('apps.access.open.role', { role: standard.name })
            : t('apps.access.open.noRole')}
      </p>
      <ActionDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t(next === 'open' ? 'apps.access.openUp.title' : 'apps.access.restrict.title')}
        text={
          next === 'open'
            ? t('apps.access.openUp.text', { locked })
            : usersWithout === null
              ? t('apps.access.restrict.many', { max: maxPeople })
              : t('apps.access.restrict.text', { count: usersWithout })
        }
        action={action}
        isDangerous={next === 'restricted'}
        onConfirm={() => setAccess.mutateAsync(next)}
        done="apps.access.changed"
      />
    </Card>
  );
}
