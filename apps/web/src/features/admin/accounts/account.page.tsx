import { type ReactNode, Suspense } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { useParams, useSearchParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead, useSend } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { cx } from '#shared/lib/cx.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { AccountPhone, nameOf } from '#shared/ui/display/person.tsx';
import { Avatar } from '#shared/ui/display/avatar.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import {
  Bone,
  BoneBadges,
  BoneButtons,
  BoneMark,
  BoneRows,
  Skeleton,
} from '#shared/ui/feedback/skeleton.tsx';
import { Card, DataList, DetailPage, Page, QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { authorName, eventPath, logPath, Person, readOnce } from '#features/admin/audit/audit-log.tsx';
import { eventText, reasonText } from '#features/admin/audit/event-texts.ts';
import { QueueTabs } from '#features/admin/attention/queue-tabs.tsx';
import { ReasonButton } from '#features/admin/reason-dialog.tsx';
import { type AccountDetail, RoleBadge, StatusBadge, useAccountAction } from './accounts.tsx';
import { ApplicationConsentsCard, ConsentsCard, PermissionsCard } from './access-cards.tsx';
import { DetailsCard } from './details-card.tsx';
import { MoreActions } from './more-actions.tsx';
import { NotesCard } from './notes-card.tsx';
import { RecoveryBanner } from './recovery-banner.tsx';
import { SignInCheckBones, SignInCheckCard } from './sign-in-check-card.tsx';
import { ActionButton } from '#session/action-dialog.tsx';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { Time } from '#shared/ui/display/values.tsx';
import { TextLink } from '#shared/ui/controls/button.tsx';

const MenuCard = neededPart(() => import('./menu-card.tsx'), 'MenuCard');

export function AccountPage() {
  const t = useT();
  const { accountId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminAccounts, text: t('admin.account.back') }}
      query={useRead('GET /vid/api/admin/accounts/:accountId', { params: { accountId } })}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
      skeleton={<Bones accountId={accountId} />}
    >
      {(account) => <Account account={account} />}
    </DetailPage>
  );
}

const tabs = ['overview', 'access', 'menu'] as const;
type Tab = (typeof tabs)[number];

function useTab(): Tab {
  const [params] = useSearchParams();
  return tabs.find((tab) => tab === params.get('tab')) ?? 'overview';
}

function Tabs({ accountId }: { accountId: string }) {
  const t = useT();
  return (
    <QueueTabs
      label={t('admin.account.tabs')}
      tabs={tabs.map((tab) => ({
        key: tab,
        label: t(`admin.account.tab.${tab}`),
        to: pathTo(areaPaths.adminAccount, { accountId }, tab === 'overview' ? {} : { tab }),
      }))}
      current={useTab()}
    />
  );
}

function Bones({ accountId }: { accountId: string }) {
  const t = useT();
  const cards = [
    <Card key="check" title={t('admin.check')}>
      <SignInCheckBones />
    </Card>,
    <Card key="history" title={t('admin.account.history')}>
      <BoneRows count={10} />
    </Card>,
  ];
  return (
    <Page
      width="full"
      mark={<BoneMark />}
      title={undefined}
      lead={
        <Facts
          phone={<Bone className="w-28" />}
          badges={<BoneBadges texts={[t('admin.accounts.status.active')]} />}
        />
      }
      actions={<BoneButtons texts={[t('admin.account.more'), t('admin.account.lock')]} />}
    >
      <div>
        <Tabs accountId={accountId} />
        {useTab() === 'overview' ? <div className={twoColumns}>{cards}</div> : <BoneRows />}
      </div>
    </Page>
  );
}

/** Gives the phone number its own line on a narrow screen, so that loading the number does not move the badges. */
function Facts({ phone, badges }: { phone: ReactNode; badges: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="max-sm:w-full">{phone}</span>
      {badges}
    </span>
  );
}

function Account({ account }: { account: AccountDetail }) {
  const t = useT();
  const current = useTab();
  const name = nameOf(account);
  return (
    <Page
      width="full"
      mark={<Avatar src={account.avatar} name={account.name} seed={account.id} className="mt-1 size-14" />}
      title={name}
      lead={
        <Facts
          phone={<AccountPhone phone={account.phone} />}
          badges={
            <>
              <StatusBadge status={account.status} />
              <RoleBadge role={account.role} />
            </>
          }
        />
      }
      actions={
        !account.isOwn && (
          <>
            <MoreActions account={account} name={name} />
            <LockButton account={account} name={name} />
          </>
        )
      }
    >
      <div className="grid gap-3 empty:hidden">
        {account.isOwn && <Notice title={t('admin.account.own')} />}
        {account.status === 'locked' && <LockNotice account={account} />}
        {account.eraseAt !== null && (
          <Notice title={t('admin.account.erased.notice', { time: formatDateTime(account.eraseAt) })} />
        )}
        <RecoveryBanner account={account} name={name} />
      </div>
      <div>
        <Tabs accountId={account.id} />
        <TabContent tab={current} account={account} name={name} />
      </div>
    </Page>
  );
}

function TabContent({ tab, account, name }: { tab: Tab; account: AccountDetail; name: string }) {
  if (tab === 'menu')
    return (
      <Suspense fallback={<Skeleton />}>
        <MenuCard account={account} />
      </Suspense>
    );
  if (tab === 'access')
    return (
      <div className={column}>
        <PermissionsCard account={account} />
        <ConsentsCard account={account} />
        <ApplicationConsentsCard account={account} />
      </div>
    );
  return (
    <div className={twoColumns}>
      <div className={column}>
        <SignInCheckCard account={account} name={name} />
        <DetailsCard account={account} />
        <SignInCard account={account} />
        <SessionsCard account={account} name={name} />
      </div>
      <div className={column}>
        <HistoryCard accountId={account.id} />
        <NotesCard account={account} />
      </div>
    </div>
  );
}

const column = 'grid grid-cols-[minmax(0,1fr)] gap-6';
const twoColumns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]';

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
      {lock && <Reason {...lock} className="whitespace-pre-line" />}
    </Notice>
  );
}

type ReasonProps = { reason: string | null; isUndo: boolean; className: string };

function Reason({ reason, isUndo, className }: ReasonProps) {
  const t = useT();
  if (reason === null && !isUndo) return null;
  return (
    <p className={cx('wrap-anywhere', className)}>
      {reason === null
        ? t('admin.account.undo')
        : t(isUndo ? 'admin.account.undo.reason' : 'admin.account.reason', { reason })}
    </p>
  );
}

function LockButton({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const action = account.status === 'locked' ? 'unlock' : 'lock';
  const act = useAccountAction(account.id);
  return (
    <ReasonButton
      button={{ look: action === 'lock' ? 'danger' : 'secondary' }}
      title={t(`admin.account.${action}.title`, { name })}
      text={t(`admin.account.${action}.text`, { count: account.sessions.length })}
      action={t(`admin.account.${action}`)}
      isDangerous={action === 'lock'}
      onConfirm={(reason) => act.mutateAsync({ action, reason })}
      done={action === 'lock' ? 'admin.account.locked' : 'admin.account.unlocked'}
    />
  );
}

const providerNames: Readonly<Record<string, string>> = {
  facebook: 'Facebook',
  google: 'Google',
  zalo: 'Zalo',
};

function SignInCard({ account }: { account: AccountDetail }) {
  const t = useT();
  const password = account.mustChangePassword
    ? t('admin.account.password.mustChange')
    : t(account.hasPassword ? 'admin.account.password.set' : 'admin.account.password.none');
  return (
    <Card title={t('auth.signIn.ways')}>
      <DataList
        items={{
          [t('common.password')]: password,
          [t('admin.account.twoStep')]:
            account.twoStepSince === null
              ? t('admin.account.twoStep.off')
              : t('admin.account.twoStep.since', { date: formatDateTime(account.twoStepSince) }),
          [t('admin.account.passkeys')]: account.passkeys || t('admin.account.passkeys.none'),
          [t('admin.account.identities')]:
            account.identities.map(({ provider }) => providerNames[provider] ?? provider).join(', ') ||
            t('admin.account.none'),
        }}
      />
    </Card>
  );
}

function SessionsCard({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const params = { accountId: account.id };
  const end = useSend('POST /vid/api/admin/accounts/:accountId/end-sessions', params, 'admin/accounts');
  const count = account.sessions.length;
  return (
    <Card
      title={t('admin.account.sessions')}
      lead={t('admin.account.sessions.count', { count })}
      actions={
        count > 0 && (
          <ActionButton
            button={{ look: 'danger' }}
            title={t('admin.account.endSessions.title', { name })}
            text={t('admin.account.endSessions.text', { count })}
            action={t('admin.account.endSessions')}
            isDangerous
            removesOpener
            onConfirm={() => end.mutateAsync()}
            done="admin.account.endSessions.done"
          />
        )
      }
    >
      <RowList rows={account.sessions} rowKey={({ id }) => id} className="flex gap-3 py-3">
        {({ device, place, address, lastSeenAt }) => (
          <>
            <Icon name={device.isMobile ? 'phone' : 'device'} className="mt-0.5 text-muted" />
            <div className="min-w-0">
              <p className="font-semibold">
                <bdi>{knownDeviceName(device, t) || t('admin.account.device.unknown')}</bdi>
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
    </Card>
  );
}

function HistoryCard({ accountId }: { accountId: string }) {
  const t = useT();
  const events = useRead(
    'GET /vid/api/admin/accounts/:accountId/events',
    { params: { accountId } },
    readOnce,
  );
  return (
    <QueryCard
      title={t('admin.account.history')}
      actions={
        <TextLink isPlain to={logPath({ account: accountId })}>
          {t('admin.account.history.all')}
        </TextLink>
      }
      query={events}
    >
      {(rows) => (
        <RowList rows={rows} rowKey={({ id }) => id} none={t('admin.account.history.none')} className="py-3">
          {({ id, at, actor, reason, isUndo, ...event }) => (
            <>
              <TextLink isPlain to={eventPath(id)}>
                {eventText(event, t)}
              </TextLink>
              <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                <Time at={at} withSeconds />
                {actor !== null && actor.id !== accountId && <Person person={actor} />}
              </p>
              <Reason
                reason={reason === null ? null : reasonText({ kind: event.kind, reason }, t)}
                isUndo={isUndo}
                className="text-sm"
              />
            </>
          )}
        </RowList>
      )}
    </QueryCard>
  );
}
