import { maxPeople } from '@vid/contract/limits';
import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { commonEvents } from '#state/common.ts';
import { AccessBadge } from '#features/applications/list/application-badges.tsx';
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
  const close = () => {
    setAccess.reset();
    setIsAsking(false);
  };
  const confirm = () =>
    setAccess.mutate(next, {
      onSuccess: () => {
        commonEvents.succeeded('apps.access.changed');
        close();
      },
    });
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
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title={t(next === 'open' ? 'apps.access.openUp.title' : 'apps.access.restrict.title')}
        lead={
          next === 'open'
            ? t('apps.access.openUp.text', { locked })
            : usersWithout === null
              ? t('apps.access.restrict.many', { max: maxPeople })
              : t('apps.access.restrict.text', { count: usersWithout })
        }
        actions={
          <>
            <Button look="secondary" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button
              look={next === 'open' ? 'primary' : 'danger'}
              isBusy={setAccess.isPending}
              onClick={confirm}
            >
              {action}
            </Button>
          </>
        }
      >
        <Alert text={shownFailure(setAccess.error)} />
      </Dialog>
    </Card>
  );
}
