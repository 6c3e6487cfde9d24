import { paths } from '#navigation/paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { PhoneText } from '#shared/ui/phone-text.tsx';
import { signupEvents } from '#state/signup.ts';
import { LinkPage } from '#features/member/link-page.tsx';

/** Restores the former phone number by the link that was sent to this number. */
export function UndoPhoneChangePage() {
  const t = useT();
  return (
    <LinkPage
      change="profile.undo"
      onConfirm={(token) => api.post('/vid/api/users/phone/undo', { body: { token }, isRepeatable: true })}
      textOf={(error) => (failedWith(error, 'ACCOUNT_EXISTS') ? t('profile.undo.taken') : undefined)}
      elsewhere={{ look: 'secondary', to: paths.signIn, action: t('profile.undo.signIn') }}
    >
      {({ phone }) => (
        <StatePage
          tone="success"
          title={t('profile.undo.done')}
          lead={<PhoneText text={t('profile.undo.done.text', { phone })} phone={phone} />}
          to={paths.forgetPassword}
          onClick={() => signupEvents.detailsGiven({ phone })}
          action={t('profile.undo.password')}
        />
      )}
    </LinkPage>
  );
}
