import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { ToNextPage } from '#navigation/to-next-page.tsx';
import { loadProfile, signOut } from '#session/session.ts';
import { readScheduled, type Scheduled, useShowScheduled } from '#session/scheduled-deletion.ts';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall, useLoad } from '#shared/hooks/use-call.ts';
import { formatDateTime, formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Retry, Waiting } from '#shared/ui/feedback/loader.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { selectSessionToken, useAuth } from '#state/auth.ts';

export function KeepAccountPage() {
  const scheduled = readScheduled(useLocation().state);
  const session = useAuth(selectSessionToken);
  const mustDecide = useAuth(({ user }) => user?.demands[0] === 'decide-deletion');
  if (scheduled && (session === null || session === scheduled.session))
    return <ScheduledPage scheduled={scheduled} />;
  if (mustDecide) return <Question />;
  return session === null ? <Navigate replace to={paths.signIn} /> : <ToNextPage />;
}

async function findDate(): Promise<string | null> {
  const { eraseAt } = await api.get('/vid/api/privacy/deletion', { isRepeatable: true });
  // Without a date, the account is no longer scheduled for deletion.
  if (eraseAt === null) await loadProfile();
  return eraseAt;
}

function Question() {
  const t = useT();
  const date = useLoad(findDate);
  if (date.data !== null) return <Decision eraseAt={date.data} />;
  return (
    <StepPage title={t('reset.deletion.title')}>
      {date.error === null ? (
        <Waiting>{t('common.loading')}</Waiting>
      ) : (
        <Retry error={date.error} onRetry={() => void date.run(findDate)} />
      )}
    </StepPage>
  );
}

function Decision({ eraseAt }: { eraseAt: string }) {
  const t = useT();
  const showScheduled = useShowScheduled();
  const keep = useCall<void>();
  const onKeep = () =>
    keep.run(async () => {
      await api.delete('/vid/api/privacy/deletion', {
        isRepeatable: true,
        flags: { notifySuccess: 'reset.deletion.kept' },
      });
      await loadProfile();
    });
  return (
    <StepPage
      title={t('reset.deletion.title')}
      lead={t('reset.deletion.lead', { time: formatDateTime(eraseAt) })}
    >
      <p>{t('reset.deletion.text')}</p>
      <Alert text={keep.error === null ? undefined : shownMessage(keep.error)} />
      <Button isWide isBusy={keep.isPending} onClick={() => void onKeep()} text="reset.deletion.keep" />
      <Button isWide look="danger" onClick={() => showScheduled(eraseAt)} text="reset.deletion.delete" />
    </StepPage>
  );
}

function ScheduledPage({ scheduled: { eraseAt, session } }: { scheduled: Scheduled }) {
  const t = useT();
  const day = formatDay(eraseAt, timeZone);
  // Ends the session on the server and in the other tabs.
  useEffect(() => {
    if (selectSessionToken(useAuth.getState()) === session) void signOut();
  }, [session]);
  return (
    <StatePage
      tone="info"
      title={t('reset.deletion.scheduled', { date: day })}
      lead={t('reset.deletion.scheduled.text')}
      to={paths.signIn}
      action={t('reset.toSignIn')}
    />
  );
}
