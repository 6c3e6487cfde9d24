import { useSend } from '#shared/api/queries.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { required } from '#shared/forms/rules.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { Card, DataList } from '#shared/ui/page/page.tsx';
import { type IncidentDetail, isTelling, useDrafts, stale } from './incidents.tsx';

export function MembersCard({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const [shown, setShown] = useState<IncidentDetail | null>(null);
  const { affected, membersNotifiedAt, status } = incident;
  const telling = isTelling(incident);
  return (
    <Card title={t('admin.incidents.members')} lead={t('admin.incidents.members.lead')}>
      <DataList
        items={{
          [t('admin.incidents.members.told')]: formatNumber(affected.told),
          [t('admin.incidents.told.not')]: formatNumber(affected.waiting),
          [t('admin.incidents.told.none')]: formatNumber(affected.unreachable),
          [t('admin.incidents.members.doneAt')]: membersNotifiedAt
            ? formatDateTime(membersNotifiedAt)
            : t('admin.incidents.members.notDone'),
        }}
      />
      <output className="mt-4 block text-label text-muted">
        {telling && t('admin.incidents.members.telling')}
      </output>
      {status !== 'closed' &&
        !telling &&
        (affected.waiting > 0 ? (
          <Button
            // Until the authority has been notified, the notice to the authority is the primary action.
            look={status === 'open' ? 'secondary' : 'primary'}
            className="mt-4 w-full sm:w-fit"
            onClick={() => setShown(incident)}
            text="admin.incidents.members.action"
          />
        ) : (
          <p className="mt-4 text-muted">
            {affected.told + affected.unreachable > 0
              ? t('admin.incidents.members.none')
              : t('admin.incidents.members.empty')}
          </p>
        ))}
      <NoticeDialog incident={shown} onClose={() => setShown(null)} />
    </Card>
  );
}

const maxText = 4_000;
const rules = v.object({ vi: required(), en: required() });

function NoticeDialog({ incident, onClose }: { incident: IncidentDetail | null; onClose: () => void }) {
  const t = useT();
  const params = { incidentId: incident?.id ?? '' };
  const send = useSend('POST /vid/api/admin/incidents/:incidentId/members-notice', params, ...stale);
  return (
    <ActionDialog
      isOpen={incident !== null}
      onClose={onClose}
      title={t('admin.incidents.members.title')}
      text={incident && t('admin.incidents.members.text', { count: incident.affected.waiting })}
      action={t('admin.incidents.members.action')}
      rules={rules}
      onConfirm={async (texts) => incident && send.mutateAsync({ revision: incident.revision, texts })}
      done="admin.incidents.members.started"
    >
      {incident && <NoticeFields incident={incident} />}
    </ActionDialog>
  );
}

function NoticeFields({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const drafts = useDrafts(incident);
  if (!drafts.data) return <LoadState query={drafts} />;
  const { vi, en } = drafts.data.members;
  return (
    <>
      <TextAreaField
        name="vi"
        label={t('admin.legal.in.vi')}
        hint={t('admin.incidents.members.hint')}
        rows={8}
        maxLength={maxText}
        lang="vi"
        defaultValue={vi}
      />
      <TextAreaField
        name="en"
        label={t('admin.legal.in.en')}
        rows={6}
        maxLength={maxText}
        lang="en"
        defaultValue={en}
      />
    </>
  );
}
