import { paths } from '#navigation/paths.ts';
import { loadProfile } from '#session/session.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StateMark } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { useAuth } from '#state/auth.ts';
import { useLinkCode } from './use-link-code.ts';

export function NotMePage() {
  const code = useLinkCode();
  return <Report key={code} code={code} />;
}

/**
 * Opened from the link of a security notice. Asks before acting, because mail scanners open links too. Locks the
 * account, or stops its recovery if the notice reported a recovery.
 */
function Report({ code }: { code: string }) {
  const t = useT();
  const call = useCall<'locked' | 'stopped'>();
  const report = () =>
    call.run(async () => {
      const { outcome } = await api.post('/vid/ajax/auth/not-me', { body: { code }, isRepeatable: true });
      // Locking the account may have ended this browser's session as well.
      if (outcome === 'locked' && useAuth.getState().isAuthenticated) await loadProfile();
      return outcome;
    });
  if (call.data === 'locked') {
    return (
      <>
        <StateMark tone="success" />
        <PageTitle className="mt-6" title={t('reset.notMe.locked')} lead={t('reset.notMe.locked.text')} />
        <div className="mt-6 grid gap-3">
          <ButtonLink isWide to={paths.forgetPassword}>
            {t('reset.notMe.newPassword')}
          </ButtonLink>
          <ButtonLink isWide look="secondary" to={paths.recovery}>
            {t('reset.lostPhone')}
          </ButtonLink>
        </div>
      </>
    );
  }
  if (call.data === 'stopped') {
    return (
      <>
        <StateMark tone="success" />
        <PageTitle className="mt-6" title={t('reset.notMe.stopped')} lead={t('reset.notMe.stopped.text')} />
        <ButtonLink isWide className="mt-6" to={paths.signIn}>
          {t('reset.toSignIn')}
        </ButtonLink>
      </>
    );
  }
  if (code === '' || failedWith(call.error, 'NOTICE_LINK_INVALID')) {
    return (
      <>
        <StateMark tone="error" />
        <PageTitle className="mt-6" title={t('reset.link.invalid')} lead={t('reset.notMe.invalid')} />
        <ButtonLink isWide className="mt-6" to={paths.forgetPassword}>
          {t('reset.notMe.newPassword')}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageTitle title={t('reset.notMe.title')} lead={t('reset.notMe.lead')} />
      <div className="mt-6 grid gap-4">
        <Alert text={call.error === null ? undefined : shownMessage(call.error)} />
        <Button isWide isBusy={call.isPending} onClick={() => void report()}>
          {t('reset.notMe.action')}
        </Button>
      </div>
    </>
  );
}
