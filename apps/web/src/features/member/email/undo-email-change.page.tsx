import { useLocation, useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';

/**
 * Restores the former e-mail address by the link that was sent to this address. Asks first, because link scanners open
 * links too.
 */
export function UndoEmailChangePage() {
  const t = useT();
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const call = useCall<{ email: string }>();
  const undo = () =>
    call.run(async () => {
      const done = await api.post('/vid/api/users/email/undo', { body: { token }, isRepeatable: true });
      // The secret must not stay in the browser's history.
      void navigate(paths.undoEmailChange, { replace: true });
      return done;
    });
  if (call.data !== null)
    return (
      <StatePage
        tone="success"
        title={t('profile.undoEmail.done')}
        lead={t('profile.undoEmail.done.text', call.data)}
        to={paths.forgetPassword}
        action={t('profile.undo.password')}
      />
    );
  if (token === '' || failedWith(call.error, 'UNDO_LINK_INVALID'))
    return (
      <StatePage
        tone="error"
        title={t('profile.link.invalid')}
        lead={t('profile.undoEmail.invalid')}
        look="secondary"
        to={paths.signIn}
        action={t('profile.undo.signIn')}
      />
    );
  return (
    <>
      <PageTitle title={t('profile.undoEmail.title')} lead={t('profile.undoEmail.lead')} />
      <div className="mt-6 grid gap-4">
        <Alert text={call.error === null ? undefined : shownMessage(call.error)} />
        <Button isWide isBusy={call.isPending} onClick={() => void undo()} text="profile.undoEmail.action" />
      </div>
    </>
  );
}
