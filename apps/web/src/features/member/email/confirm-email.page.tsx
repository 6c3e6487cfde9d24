import { fallbackPath } from '#navigation/paths.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { LinkPage } from '#features/member/link-page.tsx';

export function ConfirmEmailPage() {
  const t = useT();
  const account = { to: fallbackPath, action: t('profile.link.account') };
  return (
    <LinkPage
      change="profile.confirmEmail"
      onConfirm={(token) => api.post('/vid/api/users/email/confirm', { body: { token }, isRepeatable: true })}
      elsewhere={account}
    >
      {({ email }) => (
        <StatePage
          tone="success"
          title={t('profile.confirmEmail.done')}
          lead={t('profile.confirmEmail.done.text', { email })}
          {...account}
        />
      )}
    </LinkPage>
  );
}
