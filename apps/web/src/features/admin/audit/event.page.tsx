import { useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Bone, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { BoneFacts, Card, DataList, DetailPage, Page } from '#shared/ui/page/page.tsx';
import { Actor, type AuditDetail, logPath, Person, readOnce } from './audit-log.tsx';
import { Origin } from './origin.tsx';
import { eventText } from './event-texts.ts';
import { EventDetails } from './event-details.tsx';

export function AuditEventPage() {
  const t = useT();
  const { eventId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminAudit, text: t('admin.audit.title') }}
      query={useRead('GET /vid/api/admin/audit/events/:eventId', { params: { eventId } }, readOnce)}
      notFound={{ title: t('admin.notFound'), lead: t('admin.audit.notFound') }}
      skeleton={
        <Page title={undefined} lead={<Bone />}>
          <Card title={t('admin.audit.who')}>
            <BoneFacts
              labels={(['account', 'actor', 'origin', 'requestId', 'code', 'number'] as const).map((name) =>
                t(`admin.audit.${name}`),
              )}
            />
            <Bone className="mt-4" />
          </Card>
          <Card title={t('admin.audit.details')}>
            <BoneRows />
          </Card>
        </Page>
      }
    >
      {(event) => <Event event={event} />}
    </DetailPage>
  );
}

function Event({ event }: { event: AuditDetail }) {
  const t = useT();
  const { account, actor } = event;
  return (
    <Page title={eventText(event, t)} lead={formatDateTime(event.at, { withSeconds: true })}>
      {event.isErased && <Notice title={t('admin.audit.erased')} />}
      <Card title={t('admin.audit.who')}>
        <DataList
          items={{
            [t('admin.audit.account')]: <Person person={account} />,
            [t('admin.audit.actor')]: <Actor event={event} />,
            [t('admin.audit.origin')]:
              event.address === '' && event.browser === null ? null : <Origin event={event} />,
            [t('admin.audit.requestId')]: event.requestId && (
              <bdi className="digits wrap-anywhere">{event.requestId}</bdi>
            ),
            [t('admin.audit.code')]: <bdi className="wrap-anywhere">{event.kind}</bdi>,
            [t('admin.audit.number')]: <span className="digits">{event.id}</span>,
          }}
        />
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          {account && (
            <TextLink isPlain to={logPath({ account: account.id })}>
              {t('admin.audit.sameAccount')}
            </TextLink>
          )}
          {actor && (
            <TextLink isPlain to={logPath({ actor: actor.id })}>
              {t('admin.audit.sameActor')}
            </TextLink>
          )}
        </p>
      </Card>
      {event.details.length > 0 && (
        <Card title={t('admin.audit.details')}>
          <EventDetails event={event} />
        </Card>
      )}
    </Page>
  );
}
