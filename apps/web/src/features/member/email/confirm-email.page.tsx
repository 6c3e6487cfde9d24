import { useLocation, useNavigate } from 'react-router';
import { fallbackPath, paths } from '#navigation/paths.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StateMark } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';

/** Opened, in any browser, from the link in a mail. Asks first, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const t = useT();
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const call = useCall<{ email: string }>();
  const confirm = () =>
    call.run(async () => {
      const done = await api.post('/vid/api/users/email/confirm', { body: { token }, isRepeatable: true });
      // The secret must not stay in the browser's history.
      void navigate(paths.confirmEmail, { replace: true });
      return done;
    });
  const account = (
    <ButtonLink to={fallbackPath} isWide className="mt-6">
      {t('profile.link.account')}
    </ButtonLink>
  );
  if (call.data !== null) {
    return (
      <>
        <StateMark tone="success" />
        <PageTitle
          className="mt-6"
          title={t('profile.confirmEmail.done')}
          lead={t('profile.confirmEmail.done.text', { email: call.data.email })}
        />
        {account}
      </>
    );
  }
  if (token === '' || failedWith(call.error, 'EMAIL_LINK_INVALID')) {
    return (
      <>
        <StateMark tone="error" />
        <PageTitle
          className="mt-6"
          title={t('profile.link.invalid')}
          lead={t('profile.confirmEmail.invalid')}
        />
        {account}
      </>
    );
  }
  return (
    <>
      <PageTitle title={t('profile.confirmEmail.title')} lead={t('profile.confirmEmail.lead')} />
      <div className="mt-6 grid gap-4">
        <Alert text={call.error === null ? undefined : shownMessage(call.error)} />
        <Button isWide isBusy={call.isPending} onClick={() => void confirm()}>
          {t('profile.confirmEmail.action')}
        </Button>
      </div>
    </>
  );
}
