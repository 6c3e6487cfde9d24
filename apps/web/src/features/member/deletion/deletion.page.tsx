import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { ActionButton, useOwnConfirmation } from '#session/action-dialog.tsx';
import { useShowScheduled } from '#session/scheduled-deletion.ts';
import { api } from '#shared/api/api.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { DatedSteps } from '#shared/ui/display/dated-steps.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import { UnlessHeld, useHold } from '#features/member/hold-notice.tsx';
import { Card, Page, QueryCard } from '#shared/ui/page/page.tsx';

const dayMs = 86_400_000;

export function DeletionPage() {
  const t = useT();
  const preview = useRead('GET /vid/api/privacy/deletion', {});
  const hold = useHold('deletion');
  const obstacle = preview.data?.obstacle ?? null;
  return (
    <Page
      width="text"
      back={{ to: paths.userPrivacy, text: t('shell.item.privacy') }}
      title={t('privacy.deletion.action')}
      lead={t('privacy.deletion.lead')}
    >
      {hold && (
        <Card>
          <UnlessHeld change="deletion" />
        </Card>
      )}
      {obstacle !== null && <Notice>{t(`privacy.deletion.${obstacle}`)}</Notice>}
      <QueryCard title={t('privacy.deletion.steps')} query={preview} skeleton={<Steps />}>
        {(data) => <Steps preview={data} />}
      </QueryCard>
      <Card title={t('privacy.deletion.stays')}>
        <ul className="grid list-disc gap-2 ps-6 text-label text-muted">
          <li>{t('privacy.deletion.stays.association')}</li>
          <li>{t('privacy.deletion.stays.apps')}</li>
          <li>
            {t('privacy.deletion.stays.copy')}{' '}
            <TextLink to={areaPaths.userCopies} text="privacy.deletion.stays.copy.link" />
          </li>
        </ul>
      </Card>
      {!hold && preview.data && obstacle === null && <Action graceDays={preview.data.graceDays} />}
    </Page>
  );
}

type Preview = Answer<'GET /vid/api/privacy/deletion'>;

/** Returns the day on which the account would be deleted if its member requested the deletion today. */
function useDate(graceDays: number): string {
  const [now] = useState(Date.now);
  return formatDay(new Date(now + graceDays * dayMs).toISOString(), timeZone);
}

function Steps({ preview }: { preview?: Preview }) {
  const t = useT();
  const known = useDate(preview?.graceDays ?? 0);
  const date = preview ? known : '…';
  const { sessions = 1, applications: apps = 1 } = preview ?? {};
  const now = t('privacy.deletion.step.now.text', { sessions, apps });
  return (
    <DatedSteps
      steps={[
        {
          when: t('privacy.deletion.step.now'),
          text: preview ? now : <Bone text={now} />,
        },
        { when: t('privacy.deletion.step.until', { date }), text: t('privacy.deletion.step.until.text') },
        { when: t('privacy.deletion.step.on', { date }), text: t('privacy.deletion.step.on.text') },
      ]}
    />
  );
}

function Action({ graceDays }: Pick<Preview, 'graceDays'>) {
  const t = useT();
  const confirmation = useOwnConfirmation(t('privacy.deletion.action'));
  const showScheduled = useShowScheduled();
  const deletion = useMutation({
    mutationFn: () => api.post('/vid/api/privacy/deletion'),
    onSuccess: ({ eraseAt }) => showScheduled(eraseAt),
  });
  const date = useDate(graceDays);
  if (confirmation === undefined) return null;
  return (
    <>
      <Failure error={deletion.error} />
      <ActionButton
        button={{ look: 'danger', className: 'w-full sm:w-fit' }}
        // The password dialog must not open on top of this dialog, so the dialog does not wait for the response.
        onConfirm={() => deletion.mutate()}
        title={t('privacy.deletion.title')}
        text={t('privacy.deletion.text', { date })}
        {...confirmation}
        action={t('privacy.deletion.action')}
        isDangerous
      />
    </>
  );
}
