import { useLocation, useNavigate } from 'react-router';
import { fallbackPath } from '#navigation/paths.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';

/**
 * Confirms an e-mail address by the link in an e-mail, in any browser. Asks first, because mail scanners also open
 * links.
 */
export function ConfirmEmailPage() {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const token = hash.slice(1);
  const call = useCall<{ email: string }>();
  const confirm = () =>
    call.run(async () => {
      const done = await api.post('/vid/api/users/email/confirm', { body: { token }, isRepeatable: true });
      // The secret must not stay in the browser's history.
      void navigate(pathname, { replace: true });
      return done;
    });
  const account = { to: fallbackPath, action: t('profile.link.account') };
  if (call.data !== null)
    return (
      <StatePage
        tone="success"
        title={t('profile.confirmEmail.done')}
        lead={t('profile.confirmEmail.done.text', call.data)}
        {...account}
      />
    );
  if (token === '' || failedWith(call.error, 'EMAIL_LINK_INVALID'))
    return (
      <StatePage
        tone="error"
        title={t('profile.link.invalid')}
        lead={t('profile.confirmEmail.invalid')}
        {...account}
      />
    );
  return (
    <StepPage title={t('profile.confirmEmail.title')} lead={t('profile.confirmEmail.lead')}>
      <Alert text={call.error === null ? undefined : shownMessage(call.error)} />
      <Button
        isWide
        isBusy={call.isPending}
        onClick={() => void confirm()}
        text="profile.confirmEmail.action"
      />
    </StepPage>
  );
}
