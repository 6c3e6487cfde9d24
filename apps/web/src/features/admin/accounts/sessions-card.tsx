import { useState } from 'react';
import { ActionDialog } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { Time } from '#shared/ui/values.tsx';
import { RowList } from '#shared/ui/list/row-list.tsx';
import type { AccountDetail } from './accounts.ts';

export function SessionsCard({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const params = { accountId: account.id };
  const end = useChange(
    () => api.post('/vid/api/admin/accounts/:accountId/end-sessions', { params }),
    'admin/accounts',
  );
  const count = account.sessions.length;
  return (
    <Card
      title={t('admin.account.sessions')}
      lead={t('admin.account.sessions.count', { count })}
      actions={
        count > 0 && (
          <Button look="danger" onClick={() => setIsAsking(true)}>
            {t('admin.account.endSessions')}
          </Button>
        )
      }
    >
      <RowList rows={account.sessions} rowKey={({ id }) => id} className="flex gap-3 py-3">
        {({ device, place, address, lastSeenAt }) => (
          <>
            <Icon name={device.isMobile ? 'phone' : 'device'} className="mt-0.5 text-muted" />
            <div className="min-w-0">
              <p className="font-semibold">
                <bdi>{knownDeviceName(device, t) || t('account.security.device.unknown')}</bdi>
              </p>
              <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
                {place !== undefined && <bdi>{place}</bdi>}
                <bdi dir="ltr" className="digits break-all">
                  {address}
                </bdi>
                <Time at={lastSeenAt} />
              </p>
            </div>
          </>
        )}
      </RowList>
      <ActionDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('admin.account.endSessions.title', { name })}
        text={t('admin.account.endSessions.text', { count })}
        action={t('admin.account.endSessions')}
        isDangerous
        onConfirm={() => end.mutateAsync()}
        done="admin.account.endSessions.done"
      />
    </Card>
  );
}
