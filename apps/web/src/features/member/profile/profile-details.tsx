import { fieldsOf, type ListedField } from '@vid/contract/profile-fields';
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
  const verification = useInformation().data?.verification ?? null;
  const isWaiting = profile.isComplete && verification?.state === 'declared';
  return (
    <>
      {verification?.state === 'refused' && (
        <Notice tone="error" className="mb-6" title={t('profile.verification.refused')}>
          <p className="wrap-anywhere whitespace-pre-line">{verification.reason}</p>
          <p className="mt-2">{t('profile.verification.refused.text')}</p>
        </Notice>
      )}
      <DataList
        items={fieldsOf(profile).map((field) => ({
          label: t(`account.${field.name}`),
          value: field.read(profile) && <FieldValue field={field} profile={profile} isWaiting={isWaiting} />,
        }))}
      />
      {verification?.state === 'verified' && verification.checkedAt !== null && (
        <p className="mt-4 text-sm text-muted">
          {t('profile.verification.verified', { time: formatDateTime(verification.checkedAt) })}
        </p>
      )}
    </>
  );
}

type FieldValueProps = { field: ListedField; profile: UserInfo; isWaiting: boolean };

/** Shows the value of a field that is filled in. */
function FieldValue({ field, profile, isWaiting }: FieldValueProps) {
  const t = useT();
  const objects = useObjects();
  const provinces = useProvinces(profile.province);
  const value = field.read(profile) ?? '';
  switch (field.kind) {
    case 'object':
      return objects.find((object) => object.value === value)?.label;
    case 'province':
      return provinces.find((province) => province.value === value)?.label;
    case 'email':
      return <EmailValue email={value} />;
    case 'taxCode':
      return (
        <span className="flex flex-wrap items-center gap-2">
          <bdi dir="ltr" className="digits">
            {formatTaxCode(value)}
          </bdi>
          {profile.enterprise?.verified ? (
            <Badge tone="accent" icon="success">
              {t('account.enterprise.verified')}
            </Badge>
          ) : (
            <Badge>{t(isWaiting ? 'profile.verification.waiting' : 'account.enterprise.unverified')}</Badge>
          )}
        </span>
      );
    case 'text':
    default:
      return value;
  }
}
