import { useLocation, useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { StepPage } from '#shared/ui/step-page.tsx';
import { PhoneText } from '#shared/ui/phone-text.tsx';
import { signupEvents } from '#state/signup.ts';

/**
 * Restores the former phone number by the link that was sent to this number. Asks first, because link scanners open
 * links too.
 */
export function UndoPhoneChangePage() {
  const t = useT();
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const call = useCall<{ phone: string }>();
  const undo = () =>
    call.run(async () => {
      const done = await api.post('/vid/api/users/phone/undo', { body: { token }, isRepeatable: true });
      // The secret must not stay in the browser's history.
      void navigate(paths.undoPhoneChange, { replace: true });
      return done;
    });
  if (call.data !== null) {
    const { phone } = call.data;
    return (
      <StatePage
        tone="success"
        title={t('profile.undo.done')}
        lead={<PhoneText text={t('profile.undo.done.text', { phone })} phone={phone} />}
        to={paths.forgetPassword}
        onClick={() => signupEvents.detailsGiven({ phone })}
        action={t('profile.undo.password')}
      />
    );
  }
  if (token === '' || failedWith(call.error, 'UNDO_LINK_INVALID')) {
    return (
      <StatePage
        tone="error"
        title={t('profile.link.invalid')}
        lead={t('profile.undo.invalid')}
        look="secondary"
        to={paths.signIn}
        action={t('profile.undo.signIn')}
      />
    );
  }
  const isTaken = failedWith(call.error, 'ACCOUNT_EXISTS');
  return (
    <StepPage title={t('profile.undo.title')} lead={t('profile.undo.lead')}>
      <Alert
        text={isTaken ? t('profile.undo.taken') : call.error === null ? undefined : shownMessage(call.error)}
      />
      <Button isWide isBusy={call.isPending} onClick={() => void undo()} text="profile.undo.action" />
    </StepPage>
  );
}
