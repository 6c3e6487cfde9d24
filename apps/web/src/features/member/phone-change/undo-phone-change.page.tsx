import { useLocation, useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StateMark } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/phone-text.tsx';
import { signupEvents } from '#state/signup.ts';

/** Opened from the link sent to the former phone number. Asks first, because link scanners open links too. */
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
      <>
        <StateMark tone="success" />
        <PageTitle
          className="mt-6"
          title={t('profile.undo.done')}
          lead={<PhoneText text={t('profile.undo.done.text', { phone })} phone={phone} />}
        />
        <ButtonLink
          isWide
          className="mt-6"
          to={paths.forgetPassword}
          onClick={() => signupEvents.detailsGiven({ phone })}
        >
          {t('profile.undo.password')}
        </ButtonLink>
      </>
    );
  }
  if (token === '' || failedWith(call.error, 'UNDO_LINK_INVALID')) {
    return (
      <>
        <StateMark tone="error" />
        <PageTitle className="mt-6" title={t('profile.link.invalid')} lead={t('profile.undo.invalid')} />
        <ButtonLink isWide look="secondary" className="mt-6" to={paths.signIn}>
          {t('profile.undo.signIn')}
        </ButtonLink>
      </>
    );
  }
  const isTaken = failedWith(call.error, 'ACCOUNT_EXISTS');
  return (
    <>
      <PageTitle title={t('profile.undo.title')} lead={t('profile.undo.lead')} />
      <div className="mt-6 grid gap-4">
        <Alert
          text={
            isTaken ? t('profile.undo.taken') : call.error === null ? undefined : shownMessage(call.error)
          }
        />
        <Button isWide isBusy={call.isPending} onClick={() => void undo()}>
          {t('profile.undo.action')}
        </Button>
      </div>
    </>
  );
}
