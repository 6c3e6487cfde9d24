import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { DetailPage } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { authorName } from '#features/admin/audit/audit-texts.tsx';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { type AccountDetail, useAccountAction } from './accounts.ts';
import { ApplicationConsentsCard, ConsentsCard, PermissionsCard } from './access-cards.tsx';
import { DetailsCard } from './details-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { MenuCard } from './menu-card.tsx';
import { MoreActions } from './more-actions.tsx';
import { NotesCard } from './notes-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { RoleBadge, StatusBadge } from './status-badges.tsx';

export function AccountPage() {
  const t = useT();
  const { accountId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminAccounts, text: t('admin.account.back') }}
      query={useRead('GET /vid/api/admin/accounts/:accountId', { params: { accountId } })}
      failed={t('admin.account.failed')}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
    >
      {(account) => <Account account={account} />}
    </DetailPage>
  );
}

function Account({ account }: { account: AccountDetail }) {
  const t = useT();
  const name = account.name ?? (account.phone === null ? account.id : formatPhone(account.phone));
  return (
    <div className="max-w-[64rem]">
      <div className="flex items-start gap-4">
        <Avatar src={account.avatar} name={account.name} seed={account.id} className="mt-1 size-14" />
        <div className="min-w-0 flex-1">
          <PageHeader
            title={name}
            lead={
              <span className="flex flex-wrap gap-2">
                <StatusBadge status={account.status} />
                <RoleBadge role={account.role} />
              </span>
            }
            actions={
              !account.isOwn && (
                <>
                  <MoreActions account={account} name={name} />
                  <LockButton account={account} name={name} />
                </>
              )
            }
          />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {account.isOwn && <Notice title={t('admin.account.own')} />}
        {account.status === 'locked' && <LockNotice account={account} />}
        {account.eraseAt !== null && (
          <Notice title={t('admin.account.erased.notice', { time: formatDateTime(account.eraseAt) })} />
        )}
        <DetailsCard account={account} />
        <SignInCard account={account} />
        <SessionsCard account={account} name={name} />
        <NotesCard account={account} />
        <PermissionsCard account={account} />
        <ConsentsCard account={account} />
        <HistoryCard accountId={account.id} />
        <ApplicationConsentsCard account={account} />
        <MenuCard key={account.hiddenNavIds.join(' ')} account={account} />
      </div>
    </div>
  );
}

/** Shows who locked the account, when and why. */
function LockNotice({ account: { lock, lockedByOwner } }: { account: AccountDetail }) {
  const t = useT();
  const time = lock && formatDateTime(lock.at);
  return (
    <Notice title={t('admin.account.locked.notice')}>
      {lockedByOwner && <p>{t('admin.account.locked.byOwner')}</p>}
      {lock && time && (
        <p>
          {lock.by === null || lockedByOwner
            ? t('admin.account.locked.at', { time })
            : t('admin.account.locked.by', { name: authorName(lock.by, t), time })}
        </p>
      )}
      {lock?.reason && (
        <p className="wrap-anywhere whitespace-pre-line">
          {t('admin.account.reason', { reason: lock.reason })}
        </p>
      )}
    </Notice>
  );
}

function LockButton({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const action = account.status === 'locked' ? 'unlock' : 'lock';
  const act = useAccountAction(account.id);
  const [isAsking, setIsAsking] = useState(false);
  const count = account.sessions.length;
  return (
    <>
      <Button look={action === 'lock' ? 'danger' : 'secondary'} onClick={() => setIsAsking(true)}>
        {t(`admin.account.${action}`)}
      </Button>
      <ReasonDialog
        question={
          isAsking
            ? {
                title: t(`admin.account.${action}.title`, { name }),
                text: t(`admin.account.${action}.text`, { count }),
                action: t(`admin.account.${action}`),
                isDangerous: action === 'lock',
              }
            : null
        }
        onClose={() => setIsAsking(false)}
        onConfirm={(reason) => act.mutateAsync({ action, reason })}
        done={action === 'lock' ? 'admin.account.locked' : 'admin.account.unlocked'}
      />
    </>
  );
}
