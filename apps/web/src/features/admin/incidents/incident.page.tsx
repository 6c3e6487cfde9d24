import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { useRead, useSend } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { Saved } from '#shared/forms/save-row.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Bone, BoneBadges, BoneButtons, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { BoneFacts, Card, DataList, DetailPage, Page } from '#shared/ui/page/page.tsx';
import { Person } from '#features/admin/audit/audit-log.tsx';
import { AffectedCard } from './affected-card.tsx';
import { AuthorityCard } from './authority-card.tsx';
import { IncidentForm } from './incident-form.tsx';
import { type IncidentDetail, isPressing, isTelling, TimeLeft, UrgencyBadge, stale } from './incidents.tsx';
import { MembersCard } from './members-card.tsx';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';

const pollMs = { telling: 10_000, clock: 60_000 };

export function IncidentPage() {
  const t = useT();
  const { incidentId = '' } = useParams();
  const incident = useRead(
    'GET /vid/api/admin/incidents/:incidentId',
    { params: { incidentId } },
    {
      // Poll the incident, because the server computes the time left.
      refetchInterval: ({ state }) => (state.data && isTelling(state.data) ? pollMs.telling : pollMs.clock),
    },
  );
  return (
    <DetailPage
      back={{ to: areaPaths.adminIncidents, text: t('admin.incidents.back') }}
      query={incident}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
      skeleton={
        <Page title={undefined} lead={<BoneBadges texts={[t('admin.incidents.urgency.inTime')]} />}>
          <Notice title={<Bone />}>
            <Bone text={t('admin.incidents.due', { time: formatDateTime(0) })} />
          </Notice>
          <Card title={t('admin.incidents.record')} actions={<BoneButtons texts={[t('account.edit')]} />}>
            <Bone className="w-72" />
            <div className="mt-6 border-t border-line pt-6">
              <BoneFacts
                labels={(['data', 'severity', 'discoveredAt', 'notedBy', 'measures'] as const).map((name) =>
                  t(`admin.incidents.${name}`),
                )}
              />
            </div>
          </Card>
          <Card title={t('admin.incidents.affected')}>
            <BoneRows />
          </Card>
        </Page>
      }
    >
      {(data) => <Incident incident={data} />}
    </DetailPage>
  );
}

function Incident({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const { status, dueAt } = incident;
  return (
    <Page title={incident.title} lead={<UrgencyBadge incident={incident} />}>
      {status === 'open' && (
        <Notice
          tone={isPressing(incident) ? 'error' : 'info'}
          title={
            <span className="digits">
              <TimeLeft incident={incident} />
            </span>
          }
        >
          {t('admin.incidents.due', { time: formatDateTime(dueAt) })}
        </Notice>
      )}
      {incident.closingNote !== null && (
        <Notice
          tone="success"
          title={t('admin.incidents.closedAt', { time: formatDateTime(incident.closedAt ?? dueAt) })}
        >
          <p className="wrap-anywhere whitespace-pre-line">{incident.closingNote}</p>
        </Notice>
      )}
      <RecordCard incident={incident} />
      <AffectedCard incident={incident} />
      <AuthorityCard incident={incident} />
      <MembersCard incident={incident} />
      {status !== 'closed' && <ClosingCard incident={incident} />}
    </Page>
  );
}

function RecordCard({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const [editing, setEditing] = useState<number | null>(null);
  const params = { incidentId: incident.id };
  const change = useSend('PUT /vid/api/admin/incidents/:incidentId', params, ...stale);
  if (editing !== null) {
    const isConflict = failedWith(change.error, 'RECORD_CHANGED');
    return (
      <Card title={t('admin.incidents.record')}>
        {isConflict && (
          <Notice title={t('admin.incidents.conflict')} className="mb-6">
            <p className="mt-2 font-semibold">{incident.title}</p>
            <RecordFacts incident={incident} />
          </Notice>
        )}
        <IncidentForm
          text={incident}
          action={t('account.save')}
          onSave={async (text) => {
            // The notice shows the newest revision after a conflict, so the next save may replace it.
            await change.mutateAsync({ revision: isConflict ? incident.revision : editing, ...text });
            setEditing(null);
          }}
          onCancel={() => setEditing(null)}
        />
      </Card>
    );
  }
  return (
    <Card
      title={t('admin.incidents.record')}
      actions={
        incident.status !== 'closed' && (
          <Button look="secondary" onClick={() => setEditing(incident.revision)} text="account.edit" />
        )
      }
    >
      <Saved text={change.isSuccess && 'admin.incidents.saved'} className="mb-4" />
      <RecordFacts incident={incident} />
    </Card>
  );
}

function RecordFacts({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-line">{incident.description}</p>
      <div className="mt-6 border-t border-line pt-6">
        <DataList
          items={{
            [t('admin.incidents.data')]: incident.dataKinds
              .map((kind) => t(`admin.incidents.data.${kind}`))
              .join(', '),
            [t('admin.incidents.severity')]: t(`admin.incidents.severity.${incident.severity}`),
            [t('admin.incidents.discoveredAt')]: formatDateTime(incident.discoveredAt),
            [t('admin.incidents.notedBy')]: incident.notedBy && <Person person={incident.notedBy} />,
            [t('admin.incidents.measures')]: incident.measures && (
              <span className="wrap-anywhere whitespace-pre-line">{incident.measures}</span>
            ),
          }}
        />
      </div>
    </>
  );
}

/** Closes an incident. Lists the open tasks first, because a closed incident cannot be changed. */
function ClosingCard({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const [closing, setClosing] = useState<number | null>(null);
  const params = { incidentId: incident.id };
  const close = useSend('POST /vid/api/admin/incidents/:incidentId/close', params, ...stale);
  const { waiting } = incident.affected;
  const open = [
    ...(incident.status === 'open' ? [t('admin.incidents.close.authority')] : []),
    ...(waiting > 0 ? [t('admin.incidents.close.members', { count: waiting })] : []),
  ];
  return (
    <Card title={t('admin.incidents.close.action')} lead={t('admin.incidents.close.lead')}>
      {isTelling(incident) ? (
        <p className="text-muted">{t('admin.incidents.close.telling')}</p>
      ) : (
        <Button look="danger" onClick={() => setClosing(incident.revision)}>
          {t('admin.incidents.close.action')}
        </Button>
      )}
      <ReasonDialog
        question={
          closing === null
            ? null
            : {
                title: t('admin.incidents.close.title'),
                text: [...open, t('admin.incidents.close.text')].join(' '),
                hint: t('admin.incidents.close.hint'),
                action: t('admin.incidents.close.action'),
                isDangerous: true,
              }
        }
        onClose={() => setClosing(null)}
        onConfirm={async (note) => closing !== null && close.mutateAsync({ revision: closing, note })}
        done="admin.incidents.closed"
      />
    </Card>
  );
}
