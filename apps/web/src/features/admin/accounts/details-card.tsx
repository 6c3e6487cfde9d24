import { formatTaxCode } from '@vid/contract/tax-code';
import { formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Card, DataList } from '#shared/ui/page/page.tsx';
import { Phone, Time } from '#shared/ui/display/values.tsx';
import { useObjects, useProvinces } from '#state/labels.ts';
import type { AccountDetail } from './accounts.tsx';

export function DetailsCard({ account }: { account: AccountDetail }) {
  const t = useT();
  const objects = useObjects();
  const provinces = useProvinces(account.province);
  const { enterprise } = account;
  const kindFacts =
    enterprise === null
      ? { [t('admin.accounts.object')]: objects.find(({ value }) => value === account.object)?.label }
      : {
          [t('account.enterprise.shortName')]: enterprise.shortName,
          [t('account.enterprise.taxCode')]: enterprise.taxCode && <TaxCode {...enterprise} />,
          [t('account.enterprise.representative')]: enterprise.representative,
        };
  return (
    <Card title={t('admin.account.details')}>
      <DataList
        items={{
          [t('common.phone')]:
            account.phone === null ? t('account.phone.released') : <Phone number={account.phone} />,
          [t('account.email')]: account.email && (
            <span className="flex flex-wrap items-center gap-2">
              <bdi className="wrap-anywhere">{account.email}</bdi>
              {!account.emailConfirmed && <Badge>{t('admin.account.email.unconfirmed')}</Badge>}
            </span>
          ),
          [t('admin.accounts.kind')]: t(`admin.accounts.kind.${account.kind}`),
          ...kindFacts,
          [t('admin.accounts.province')]: provinces.find(({ value }) => value === account.province)?.label,
          [t('account.referralCode')]: <bdi className="digits">{account.referralCode}</bdi>,
          [t('admin.account.created')]: <Time at={account.createdAt} />,
          // Sign-ins update the stored time at most once a day, so its time of day would mislead.
          [t('admin.accounts.lastSignIn')]: formatDay(account.lastSignInAt, timeZone),
        }}
      />
    </Card>
  );
}

function TaxCode({ taxCode, verified }: NonNullable<AccountDetail['enterprise']>) {
  const t = useT();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <bdi dir="ltr" className="digits">
        {formatTaxCode(taxCode ?? '')}
      </bdi>
      <Badge {...(verified && { tone: 'accent', icon: 'success' })}>
        {t(verified ? 'account.enterprise.verified' : 'account.enterprise.unverified')}
      </Badge>
    </span>
  );
}
