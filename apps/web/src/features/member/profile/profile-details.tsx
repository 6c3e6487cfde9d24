import { fieldsOf, type ListedField } from '@vid/contract/profile-fields';
import { formatTaxCode } from '@vid/contract/tax-code';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { DataList } from '#shared/ui/page/page.tsx';
import type { UserInfo } from '#state/auth.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useObjects, useProvinces } from '#state/labels.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { commonEvents } from '#state/common.ts';

export function ProfileDetails({ profile }: { profile: UserInfo }) {
  const t = useT();
  const verification = useRead('GET /vid/api/users/information', {}).data?.verification ?? null;
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
        items={Object.fromEntries(
          fieldsOf(profile).map((field) => [
            t(`account.${field.name}`),
            field.read(profile) && <FieldValue field={field} profile={profile} isWaiting={isWaiting} />,
          ]),
        )}
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
      return <EmailValue email={value} isConfirmed={profile.isEmailConfirmed} />;
    case 'taxCode':
      return (
        <span className="flex flex-wrap items-center gap-2">
          <bdi dir="ltr" className="digits">
            {formatTaxCode(value)}
          </bdi>
          {profile.enterprise?.verified ? (
            <Badge tone="accent" icon="success" text="account.enterprise.verified" />
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

export function EmailValue({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const t = useT();
  const information = useRead('GET /vid/api/users/information', {});
  const state = information.data?.email;
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 break-words">{email}</bdi>
        {state?.state === 'confirmed' && (
          <Badge tone="success" icon="success" text="profile.email.confirmed" />
        )}
        {state?.state === 'waiting' && state.canConfirm && <Badge>{t('profile.email.waiting')}</Badge>}
      </span>
      {state?.state === 'waiting' && state.canConfirm && <SendAgain />}
      {!isConfirmed && information.isPending && (
        <Skeleton>
          <SendAgain />
        </Skeleton>
      )}
    </>
  );
}

function SendAgain() {
  const t = useT();
  const sending = useMutation({
    mutationFn: () => api.post('/vid/api/users/email/send'),
    onSuccess: () => commonEvents.succeeded('profile.email.sent'),
  });
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-sm text-muted">
      <p>{t('profile.email.open')}</p>
      <Failure error={sending.error} />
      <LinkButton isBusy={sending.isPending} onClick={() => sending.mutate()} text="profile.email.send" />
    </div>
  );
}
