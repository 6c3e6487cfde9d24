import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { ActionButton } from '#session/action-dialog.tsx';
import { useShowScheduled } from '#session/scheduled-deletion.ts';
import { api } from '#shared/api/api.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { DatedSteps } from '#shared/ui/dated-steps.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { UnlessHeld } from '#features/member/hold-notice.tsx';
import { Card, Page, QueryCard } from '#shared/ui/page/page.tsx';
import { useAuth } from '#state/auth.ts';

const dayMs = 86_400_000;

/** Says when an account would be deleted, what stays and how to keep it, and asks for its deletion. */
export function DeletionPage() {
  const t = useT();
  const preview = useRead('GET /vid/api/privacy/deletion', {});
  return (
    <Page
      width="text"
      back={{ to: paths.userPrivacy, text: t('shell.item.privacy') }}
      title={t('privacy.deletion.action')}
      lead={t('privacy.deletion.lead')}
    >
      <QueryCard title={t('privacy.deletion.steps')} query={preview}>
        {(data) => <Deletion preview={data} />}
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
    </Page>
  );
}

function Deletion({ preview }: { preview: Answer<'GET /vid/api/privacy/deletion'> }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone) ?? '';
  const showScheduled = useShowScheduled();
  const deletion = useMutation({
    mutationFn: () => api.post('/vid/api/privacy/deletion'),
    onSuccess: ({ eraseAt }) => showScheduled(eraseAt),
  });
  const { obstacle, sessions, applications, graceDays } = preview;
  const [now] = useState(Date.now);
  const date = formatDay(new Date(now + graceDays * dayMs).toISOString(), timeZone);
  return (
    <div className="grid justify-items-start gap-6">
      <DatedSteps
        steps={[
          {
            when: t('privacy.deletion.step.now'),
            text: t('privacy.deletion.step.now.text', { sessions, apps: applications }),
          },
          {
            when: t('privacy.deletion.step.until', { date }),
            text: t('privacy.deletion.step.until.text'),
          },
          { when: t('privacy.deletion.step.on', { date }), text: t('privacy.deletion.step.on.text') },
        ]}
      />
      <Failure error={deletion.error} />
      {obstacle === null ? (
        <UnlessHeld change="deletion">
          <ActionButton
            button={{ look: 'danger', className: 'w-full sm:w-auto' }}
            // Do not await the request, because the dialog that asks for the password must not open on top of this
            // dialog.
            onConfirm={() => deletion.mutate()}
            title={t('privacy.deletion.title')}
            text={t('privacy.deletion.text', { date })}
            value={phone.slice(-4)}
            prompt="shell.confirmType.phone"
            mismatch="privacy.deletion.mismatch"
            action={t('privacy.deletion.action')}
            isDangerous
          />
        </UnlessHeld>
      ) : (
        <Notice>{t(`privacy.deletion.${obstacle}`)}</Notice>
      )}
    </div>
  );
}
