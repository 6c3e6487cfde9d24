import { useState } from 'react';
import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { required } from '#shared/forms/rules.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { type IncidentDetail, isTelling, useDrafts, useIncidentChange } from './incidents.ts';

/** Notifies the accounts on the list, and shows the progress. */
export function MembersCard({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const [shown, setShown] = useState<IncidentDetail | null>(null);
  const { affected, membersNotifiedAt, status } = incident;
  const telling = isTelling(incident);
  return (
    <Card title={t('admin.incidents.members')} lead={t('admin.incidents.members.lead')}>
      <DataList
        items={[
          { label: t('admin.incidents.members.told'), value: formatNumber(affected.told) },
          { label: t('admin.incidents.members.waiting'), value: formatNumber(affected.waiting) },
          { label: t('admin.incidents.members.unreachable'), value: formatNumber(affected.unreachable) },
          {
            label: t('admin.incidents.members.doneAt'),
            value: membersNotifiedAt
              ? formatDateTime(membersNotifiedAt)
              : t('admin.incidents.members.notDone'),
          },
        ]}
      />
      <output className="mt-4 block text-label text-muted">
        {telling && t('admin.incidents.members.telling')}
      </output>
      {status !== 'closed' &&
        !telling &&
        (affected.waiting > 0 ? (
          <Button
            // The notice to the authority comes first.
            look={status === 'open' ? 'secondary' : 'primary'}
            className="mt-4 w-full sm:w-fit"
            onClick={() => setShown(incident)}
          >
            {t('admin.incidents.members.action')}
          </Button>
        ) : (
          <p className="mt-4 text-muted">{t('admin.incidents.members.none')}</p>
        ))}
      <NoticeDialog incident={shown} onClose={() => setShown(null)} />
    </Card>
  );
}

const maxText = 4_000;
const rules = v.object({ vi: required(), en: required() });

/** Asks for the texts of the notice. Null closes the dialog. */
function NoticeDialog({ incident, onClose }: { incident: IncidentDetail | null; onClose: () => void }) {
  const t = useT();
  const params = { incidentId: incident?.id ?? '' };
  const send = useIncidentChange((body: { revision: number; texts: v.InferOutput<typeof rules> }) =>
    api.post('/vid/api/admin/incidents/:incidentId/members-notice', { params, body }),
  );
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
  if (!drafts.data) return <LoadState query={drafts} title={t('admin.incidents.draft.failed')} />;
  const { vi, en } = drafts.data.members;
  return (
    <>
      <TextAreaField
        name="vi"
        label={t('admin.incidents.draft.vi')}
        hint={t('admin.incidents.members.hint')}
        rows={8}
        maxLength={maxText}
        lang="vi"
        defaultValue={vi}
      />
      <TextAreaField
        name="en"
        label={t('admin.incidents.draft.en')}
        rows={6}
        maxLength={maxText}
        lang="en"
        defaultValue={en}
      />
    </>
  );
}
