import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { commonEvents } from '#state/common.ts';
import { type AccountDetail, useEndSessions } from './accounts.ts';

export function SessionsCard({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const end = useEndSessions(account.id);
  const count = account.sessions.length;
  const confirm = () => {
    setIsAsking(false);
    whenDone(end.mutateAsync(), () => commonEvents.succeeded('admin.account.endSessions.done'));
  };
  return (
    <Card
      title={t('admin.account.sessions')}
      lead={t('admin.account.sessions.count', { count })}
      {...(count > 0 && {
        actions: (
          <Button look="danger" isBusy={end.isPending} onClick={() => setIsAsking(true)}>
            {t('admin.account.endSessions')}
          </Button>
        ),
      })}
    >
      <Alert text={shownFailure(end.error)} />
      <ul className="divide-y divide-line">
        {account.sessions.map((session) => (
          <li key={session.id} className="flex gap-3 py-3 first:pt-0 last:pb-0">
            <Icon name={session.device.isMobile ? 'phone' : 'device'} className="mt-0.5 text-muted" />
            <div className="min-w-0">
              <p className="font-semibold">
                <bdi>{knownDeviceName(session.device, t) || t('account.security.device.unknown')}</bdi>
              </p>
              <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
                {session.place !== undefined && <bdi>{session.place}</bdi>}
                <bdi dir="ltr" className="digits break-all">
                  {session.address}
                </bdi>
                <time dateTime={session.lastSeenAt} className="digits">
                  {formatDateTime(session.lastSeenAt)}
                </time>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('admin.account.endSessions.title', { name })}
        lead={t('admin.account.endSessions.text', { count })}
        actions={
          <>
            <Button look="secondary" onClick={() => setIsAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button look="danger" onClick={confirm}>
              {t('admin.account.endSessions')}
            </Button>
          </>
        }
      />
    </Card>
  );
}
