import { ConsentCard } from '#features/member/security/consents/consent-list.tsx';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Page, QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/values.tsx';
import { PurposeCard } from './purpose-card.tsx';
import { ExportCard } from './export-card.tsx';
import { RequestCard } from './request-card.tsx';
import { useMutation } from '@tanstack/react-query';
import { ActionButton } from '#session/action-dialog.tsx';
import { sessionEnded } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { authEvents, useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';

/** Shows a member's rights over their data (Law 91/2025/QH15, article 4). */
export function PrivacyPage() {
  const t = useT();
  return (
    <Page width="text" title={t('shell.item.privacy')} lead={t('privacy.lead')}>
      <IncidentsCard />
      <PurposeCard />
      <ConsentCard showsEmpty />
      <ExportCard />
      <RequestCard />
      <DeletionCard />
    </Page>
  );
}

function IncidentsCard() {
  const t = useT();
  const incidents = useRead('GET /vid/api/privacy/incidents', {});
  if (incidents.data ? incidents.data.length === 0 : !incidents.isError) return null;
  return (
    <QueryCard
      title={t('shell.item.incidents')}
      lead={incidents.data && t('privacy.incidents.lead')}
      query={incidents}
    >
      {(data) => (
        <RowList rows={data} rowKey={({ toldAt }) => toldAt} className="grid gap-2 py-4">
          {({ toldAt, text }) => (
            <>
              <Time at={toldAt} className="digits text-sm text-muted" />
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            </>
          )}
        </RowList>
      )}
    </QueryCard>
  );
}

/** Deletes the account, after the user has typed the last digits of its phone number. */
function DeletionCard() {
  const t = useT();
  const preview = useRead('GET /vid/api/privacy/deletion', {});
  const phone = useAuth((state) => state.profile?.phone) ?? '';
  const deletion = useMutation({
    mutationFn: () => api.post('/vid/api/privacy/deletion'),
    onSuccess: () => {
      // The server has ended every session.
      sessionEnded('asked');
      authEvents.loginTargetKept(null);
      commonEvents.succeeded('privacy.deletion.done');
    },
  });
  return (
    <QueryCard
      title={t('privacy.deletion.action')}
      lead={preview.data && t('privacy.deletion.lead', { days: preview.data.graceDays })}
      query={preview}
    >
      {({ obstacle, sessions, applications, graceDays }) => (
        <div className="grid justify-items-start gap-4">
          <Failure error={deletion.error} />
          {obstacle === null ? (
            <ActionButton
              button={{ look: 'danger', className: 'w-full sm:w-auto' }}
              // Do not await the request, because the dialog that asks for the password must not open on top of this
              // dialog.
              onConfirm={() => deletion.mutate()}
              title={t('privacy.deletion.title')}
              text={t('privacy.deletion.text', { sessions, apps: applications, days: graceDays })}
              value={phone.slice(-4)}
              prompt="shell.confirmType.phone"
              action={t('privacy.deletion.action')}
              isDangerous
            />
          ) : (
            <Notice>{t(`privacy.deletion.${obstacle}`)}</Notice>
          )}
        </div>
      )}
    </QueryCard>
  );
}
