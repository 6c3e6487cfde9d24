import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { Phone, Time } from '#shared/ui/values.tsx';
import { DetailPage } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { AccountLink } from '#features/admin/accounts/account-menu.tsx';
import { authorName } from '#features/admin/audit/audit-texts.tsx';
import { ActDialog } from './act-dialog.tsx';
import { type Act, type RequestDetail, useActOnRequest } from './privacy.ts';
import { UrgencyBadge } from './urgency-badge.tsx';

export function PrivacyRequestPage() {
  const t = useT();
  const { requestId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminPrivacy, text: t('admin.privacy.back') }}
      query={useRead('GET /vid/api/admin/privacy/requests/:requestId', { params: { requestId } })}
      failed={t('admin.privacy.failed')}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
    >
      {(request) => <Request request={request} />}
    </DetailPage>
  );
}

function Request({ request }: { request: RequestDetail }) {
  const t = useT();
  const { account, status, answeredAt, extendedAt, closedAt } = request;
  return (
    <>
      <PageHeader
        title={t(`privacy.request.kind.${request.kind}`)}
        lead={<UrgencyBadge urgency={request.urgency} />}
      />
      <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-6">
        <Card
          title={t('admin.privacy.details')}
          lead={t('privacy.request.sent', { time: formatDateTime(request.createdAt) })}
        >
          <p className="wrap-anywhere whitespace-pre-line">{request.details}</p>
          <div className="mt-6 border-t border-line pt-6">
            <DataList
              items={[
                { label: t('admin.accounts.person'), value: <AccountLink account={account} /> },
                {
                  label: t('admin.accounts.phone'),
                  value: account.phone && <Phone number={account.phone} />,
                },
                { label: t('admin.privacy.replyBy'), value: formatDateTime(request.replyDueAt) },
                { label: t('admin.privacy.carryOutBy'), value: formatDateTime(request.dueAt) },
              ]}
            />
          </div>
        </Card>
        {status !== 'closed' && <Actions request={request} />}
        <Card title={t('admin.privacy.replies')} lead={t('admin.privacy.replies.lead')}>
          {answeredAt === null && extendedAt === null && closedAt === null ? (
            <p className="text-muted">{t('admin.privacy.replies.none')}</p>
          ) : (
            <ul className="divide-y divide-line">
              <Reply title={t('admin.privacy.answered')} at={answeredAt} text={request.answer} />
              <Reply title={t('admin.privacy.extended')} at={extendedAt} text={request.extensionReason} />
              <Reply
                title={t(
                  request.outcome === null
                    ? 'admin.privacy.closedByMember'
                    : `admin.privacy.outcome.${request.outcome}`,
                )}
                at={closedAt}
                text={request.resolution}
              />
            </ul>
          )}
          {request.handledBy !== null && (
            <p className="mt-4 text-sm text-muted">
              {t('admin.privacy.handledBy', { name: authorName(request.handledBy, t) })}
            </p>
          )}
        </Card>
      </div>
    </>
  );
}

function Reply({ title, at, text }: { title: string; at: string | null; text: string | null }) {
  if (at === null) return null;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-semibold">{title}</span>
        <Time at={at} className="digits text-muted" />
      </p>
      {text !== null && <p className="mt-1 wrap-anywhere whitespace-pre-line">{text}</p>}
    </li>
  );
}

function Actions({ request }: { request: RequestDetail }) {
  const t = useT();
  const [kind, setKind] = useState<Act['kind'] | null>(null);
  const act = useActOnRequest(request.id);
  return (
    <Card title={t('admin.privacy.act')} lead={t('admin.privacy.act.lead')}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {request.status === 'open' && (
          <Button onClick={() => setKind('answer')}>{t('admin.privacy.answer.action')}</Button>
        )}
        <Button look={request.status === 'open' ? 'secondary' : 'primary'} onClick={() => setKind('done')}>
          {t('admin.privacy.done.action')}
        </Button>
        {request.mayExtend && (
          <Button look="secondary" onClick={() => setKind('extend')}>
            {t('admin.privacy.extend.action')}
          </Button>
        )}
        <Button look="danger" onClick={() => setKind('declined')}>
          {t('admin.privacy.declined.action')}
        </Button>
      </div>
      <ActDialog
        kind={kind}
        maxDays={request.maxExtensionDays}
        onClose={() => setKind(null)}
        onAct={act.mutateAsync}
      />
    </Card>
  );
}
