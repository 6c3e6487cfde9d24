import { paths } from '#navigation/paths.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { LinkPage } from '#features/member/link-page.tsx';

/** Restores the former e-mail address by the link that was sent to this address. */
export function UndoEmailChangePage() {
  const t = useT();
  return (
    <LinkPage
      change="profile.undoEmail"
      onConfirm={(token) => api.post('/vid/api/users/email/undo', { body: { token }, isRepeatable: true })}
      elsewhere={{ look: 'secondary', to: paths.signIn, action: t('profile.undo.signIn') }}
    >
      {(done) => (
        <StatePage
          tone="success"
          title={t('profile.undoEmail.done')}
          lead={t('profile.undoEmail.done.text', done)}
          to={paths.forgetPassword}
          action={t('profile.undo.password')}
        />
      )}
    </LinkPage>
  );
}
