import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import type { AccountDetail } from './accounts.ts';

const providerNames: Readonly<Record<string, string>> = {
  facebook: 'Facebook',
  google: 'Google',
  zalo: 'Zalo',
};

export function SignInCard({ account }: { account: AccountDetail }) {
  const t = useT();
  const password = account.mustChangePassword
    ? t('admin.account.password.mustChange')
    : account.hasPassword && t('admin.account.password.set');
  return (
    <Card title={t('admin.account.signIn')}>
      <DataList
        items={[
          { label: t('admin.account.password'), value: password },
          {
            label: t('admin.account.twoStep'),
            value:
              account.twoStepSince === null
                ? t('admin.account.twoStep.off')
                : formatDateTime(account.twoStepSince),
          },
          { label: t('admin.account.passkeys'), value: account.passkeys || t('admin.account.passkeys.none') },
          {
            label: t('admin.account.identities'),
            value: account.identities.map(({ provider }) => providerNames[provider] ?? provider).join(', '),
          },
        ]}
      />
    </Card>
  );
}
