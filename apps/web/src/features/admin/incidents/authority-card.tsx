import { useSend } from '#shared/api/queries.ts';
import { useState } from 'react';
import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { required } from '#shared/forms/rules.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { saveFile } from '#shared/lib/browser/save-file.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { DateField } from '#shared/ui/fields/date-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Card, DataList } from '#shared/ui/page/page.tsx';
import { fromField, type IncidentDetail, toField, useDrafts, stale } from './incidents.tsx';

export function AuthorityCard({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const [recording, setRecording] = useState<number | null>(null);
  const { authorityNotifiedAt, status } = incident;
  return (
    <Card title={t('admin.incidents.authority')} lead={t(leadOf(incident))}>
      {authorityNotifiedAt !== null && (
        <div className="mb-6">
          <DataList
            items={{
              [t('admin.incidents.sentAt')]: formatDateTime(authorityNotifiedAt),
              [t('admin.incidents.reference')]: (
                <bdi className="wrap-anywhere">{incident.authorityReference}</bdi>
              ),
            }}
          />
        </div>
      )}
      <Draft incident={incident} />
      {status === 'open' && (
        <Button className="mt-6 w-full sm:w-fit" onClick={() => setRecording(incident.revision)}>
          {t('admin.incidents.record.action')}
        </Button>
      )}
      <RecordDialog
        incidentId={incident.id}
        revision={recording}
        isOpen={recording !== null}
        onClose={() => setRecording(null)}
      />
    </Card>
  );
}

function leadOf({ authorityNotifiedAt, status }: IncidentDetail) {
  if (authorityNotifiedAt !== null) return 'admin.incidents.authority.sent';
  return status === 'closed' ? 'admin.incidents.close.authority' : 'admin.incidents.authority.lead';
}

function Draft({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const drafts = useDrafts(incident);
  const [language, setLanguage] = useState<'vi' | 'en'>('vi');
  if (!drafts.data) return <LoadState query={drafts} />;
  const draft = drafts.data.authority[language];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-3">
        <FilterSelect
          isTall
          label={t('admin.incidents.draft.language')}
          value={language}
          options={[
            { value: 'vi', label: t('admin.legal.in.vi') },
            { value: 'en', label: t('admin.legal.in.en') },
          ]}
          onChange={(value) => setLanguage(value === 'en' ? 'en' : 'vi')}
        />
        <Button look="secondary" onClick={() => void copyText(draft, 'admin.incidents.draft.copied')}>
          {t('account.copy')}
        </Button>
        <Button
          look="secondary"
          onClick={() =>
            saveFile(new Blob([draft], { type: 'text/plain' }), `${incident.id}-${language}.txt`)
          }
          text="admin.export.download"
        />
      </div>
      <section
        aria-label={t('admin.incidents.draft')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
        lang={language}
        className="max-h-96 overflow-y-auto rounded-control border border-line bg-bg p-4 text-label wrap-anywhere whitespace-pre-line"
      >
        {draft}
      </section>
    </div>
  );
}

const maxReference = 200;
const rules = v.object({ sentAt: required(), reference: required() });

type Props = { incidentId: string; revision: number | null; isOpen: boolean; onClose: () => void };

function RecordDialog({ incidentId, revision, ...dialog }: Props) {
  const t = useT();
  const [now] = useState(() => Date.now());
  const endpoint = 'POST /vid/api/admin/incidents/:incidentId/authority-notice';
  const record = useSend(endpoint, { incidentId }, ...stale);
  return (
    <ActionDialog
      {...dialog}
      title={t('admin.incidents.record.title')}
      text={t('admin.incidents.record.lead')}
      action={t('admin.incidents.record.save')}
      rules={rules}
      onConfirm={async ({ sentAt, reference }) => {
        const time = fromField(sentAt);
        if (time === undefined) throw new FieldRefusal('sentAt', message('admin.incidents.time.invalid'));
        if (revision !== null) await record.mutateAsync({ revision, sentAt: time, reference });
      }}
      done="admin.incidents.recorded"
    >
      <DateField
        withTime
        name="sentAt"
        label={t('admin.incidents.sentAt')}
        hint={t('admin.incidents.sentAt.hint')}
        defaultValue={toField(now)}
      />
      <TextField
        name="reference"
        label={t('admin.incidents.reference')}
        hint={t('admin.incidents.reference.hint')}
        maxLength={maxReference}
        autoComplete="off"
      />
    </ActionDialog>
  );
}
