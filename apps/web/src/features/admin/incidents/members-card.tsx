import { useState } from 'react';
import * as v from 'valibot';
import { Form } from '#shared/forms/form.tsx';
import { required } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { commonEvents } from '#state/common.ts';
import { type IncidentDetail, isTelling, useChangeIncident, useDrafts } from './incidents.ts';

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
      <Dialog
        isOpen={shown !== null}
        onClose={() => setShown(null)}
        title={t('admin.incidents.members.title')}
        lead={shown && t('admin.incidents.members.text', { count: shown.affected.waiting })}
      >
        {shown && <NoticeForm incident={shown} onClose={() => setShown(null)} />}
      </Dialog>
    </Card>
  );
}

const maxText = 4_000;
const schema = v.object({ vi: required(), en: required() });

function NoticeForm({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const t = useT();
  const drafts = useDrafts(incident);
  const change = useChangeIncident(incident.id);
  const form = useForm({
    id: 'members-notice',
    schema,
    async onSubmit(texts) {
      await change.mutateAsync({ kind: 'members', revision: incident.revision, texts });
      onClose();
      commonEvents.succeeded('admin.incidents.members.started');
    },
  });
  if (!drafts.data) return <LoadState query={drafts} title={t('admin.incidents.draft.failed')} />;
  const { vi, en } = drafts.data.members;
  return (
    <Form form={form}>
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
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <SubmitButton isWide={false}>{t('admin.incidents.members.action')}</SubmitButton>
      </div>
    </Form>
  );
}
