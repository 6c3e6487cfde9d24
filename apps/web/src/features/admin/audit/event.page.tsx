import { useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { DetailPage } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { type AuditDetail, readOnce } from './audit-log.ts';
import { Actor, kindText, logPath, Origin, Person } from './audit-texts.tsx';
import { EventDetails } from './event-details.tsx';

export function AuditEventPage() {
  const t = useT();
  const { eventId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminAudit, text: t('admin.audit.back') }}
      query={useRead('GET /vid/api/admin/audit/events/:eventId', { params: { eventId } }, readOnce)}
      failed={t('admin.audit.event.failed')}
      notFound={{ title: t('admin.notFound'), lead: t('admin.audit.notFound') }}
    >
      {(event) => <Event event={event} />}
    </DetailPage>
  );
}

function Event({ event }: { event: AuditDetail }) {
  const t = useT();
  const { account, actor } = event;
  return (
    <>
      <PageHeader title={kindText(event.kind, t)} lead={formatDateTime(event.at)} />
      <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-6">
        {event.isErased && <Notice title={t('admin.audit.erased')} />}
        <Card title={t('admin.audit.who')}>
          <DataList
            items={[
              { label: t('admin.audit.account'), value: <Person person={account} /> },
              { label: t('admin.audit.actor'), value: <Actor event={event} /> },
              {
                label: t('admin.audit.origin'),
                value: event.address === '' && event.browser === null ? null : <Origin event={event} />,
              },
              {
                label: t('admin.audit.requestId'),
                value: event.requestId && <bdi className="digits wrap-anywhere">{event.requestId}</bdi>,
              },
              { label: t('admin.audit.code'), value: <bdi className="wrap-anywhere">{event.kind}</bdi> },
              { label: t('admin.audit.number'), value: <span className="digits">{event.id}</span> },
            ]}
          />
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            {account && (
              <TextLink to={logPath({ account: account.id })}>{t('admin.audit.sameAccount')}</TextLink>
            )}
            {actor && <TextLink to={logPath({ actor: actor.id })}>{t('admin.audit.sameActor')}</TextLink>}
          </p>
        </Card>
        {event.details.length > 0 && (
          <Card title={t('admin.audit.details')}>
            <EventDetails event={event} />
          </Card>
        )}
      </div>
    </>
  );
}
