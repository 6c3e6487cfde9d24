import { formatTaxCode } from '@vid/contract/tax-code';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { EmailValue } from '#features/member/email/email-value.tsx';
import type { UserInfo } from '#state/auth.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useInformation } from './information.ts';
import { useObjects, useProvinces } from '#state/labels.ts';

export function ProfileDetails({ profile }: { profile: UserInfo }) {
  const t = useT();
  const objects = useObjects();
  const provinces = useProvinces(profile.province);
  const province = provinces.find(({ value }) => value === profile.province)?.label;
  const { enterprise } = profile;
  const verification = useInformation().data?.verification ?? null;
  const isWaiting = profile.isComplete && verification?.state === 'declared';
  const shared = [
    { label: t('account.province'), value: province },
    { label: t('account.email'), value: profile.email && <EmailValue email={profile.email} /> },
  ];
  if (!profile.isEnterprise) {
    return (
      <DataList
        items={[
          { label: t('account.name'), value: profile.name },
          { label: t('account.object'), value: objects.find(({ value }) => value === profile.object)?.label },
          ...shared,
        ]}
      />
    );
  }
  return (
    <>
      {verification?.state === 'refused' && (
        <Notice tone="error" className="mb-6" title={t('profile.verification.refused')}>
          <p className="wrap-anywhere whitespace-pre-line">{verification.reason}</p>
          <p className="mt-2">{t('profile.verification.refused.text')}</p>
        </Notice>
      )}
      <DataList
        items={[
          { label: t('account.enterprise.name'), value: enterprise?.name },
          { label: t('account.enterprise.shortName'), value: enterprise?.shortName },
          {
            label: t('account.enterprise.taxCode'),
            value: enterprise?.taxCode && (
              <span className="flex flex-wrap items-center gap-2">
                <bdi dir="ltr" className="digits">
                  {formatTaxCode(enterprise.taxCode)}
                </bdi>
                {enterprise.verified ? (
                  <Badge tone="accent" icon="success">
                    {t('account.enterprise.verified')}
                  </Badge>
                ) : (
                  <Badge>
                    {t(isWaiting ? 'profile.verification.waiting' : 'account.enterprise.unverified')}
                  </Badge>
                )}
              </span>
            ),
          },
          { label: t('account.enterprise.representative'), value: enterprise?.representative },
          ...shared,
        ]}
      />
      {verification?.state === 'verified' && verification.checkedAt !== null && (
        <p className="mt-4 text-sm text-muted">
          {t('profile.verification.verified', { time: formatDateTime(verification.checkedAt) })}
        </p>
      )}
    </>
  );
}
