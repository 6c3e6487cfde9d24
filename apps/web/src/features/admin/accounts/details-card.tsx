import { formatTaxCode } from '@vid/contract/tax-code';
import { formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { Phone, Time } from '#shared/ui/values.tsx';
import { useObjects, useProvinces } from '#state/labels.ts';
import type { AccountDetail } from './accounts.ts';

export function DetailsCard({ account }: { account: AccountDetail }) {
  const t = useT();
  const objects = useObjects();
  const provinces = useProvinces(account.province);
  const { enterprise } = account;
  return (
    <Card title={t('admin.account.details')}>
      <DataList
        items={[
          {
            label: t('admin.accounts.phone'),
            value:
              account.phone === null ? t('admin.accounts.phone.released') : <Phone number={account.phone} />,
          },
          {
            label: t('account.email'),
            value: account.email && (
              <span className="flex flex-wrap items-center gap-2">
                <bdi className="wrap-anywhere">{account.email}</bdi>
                {!account.emailConfirmed && <Badge>{t('admin.account.email.unconfirmed')}</Badge>}
              </span>
            ),
          },
          { label: t('admin.accounts.kind'), value: t(`admin.accounts.kind.${account.kind}`) },
          ...(enterprise === null
            ? [
                {
                  label: t('admin.accounts.object'),
                  value: objects.find(({ value }) => value === account.object)?.label,
                },
              ]
            : [
                { label: t('account.enterprise.shortName'), value: enterprise.shortName },
                {
                  label: t('account.enterprise.taxCode'),
                  value: enterprise.taxCode && (
                    <span className="flex flex-wrap items-center gap-2">
                      <bdi dir="ltr" className="digits">
                        {formatTaxCode(enterprise.taxCode)}
                      </bdi>
                      <Badge {...(enterprise.verified && { tone: 'accent', icon: 'success' })}>
                        {t(
                          enterprise.verified
                            ? 'account.enterprise.verified'
                            : 'account.enterprise.unverified',
                        )}
                      </Badge>
                    </span>
                  ),
                },
                { label: t('account.enterprise.representative'), value: enterprise.representative },
              ]),
          {
            label: t('admin.accounts.province'),
            value: provinces.find(({ value }) => value === account.province)?.label,
          },
          { label: t('account.referralCode'), value: <bdi className="digits">{account.referralCode}</bdi> },
          { label: t('admin.accounts.created'), value: <Time at={account.createdAt} /> },
          // The last sign-in is stored at most once a day, so its time of day would be wrong.
          { label: t('admin.accounts.lastSignIn'), value: formatDay(account.lastSignInAt, timeZone) },
        ]}
      />
    </Card>
  );
}
