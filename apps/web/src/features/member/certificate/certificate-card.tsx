import { useState } from 'react';
import { ActionDialog } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import { Saved } from '#shared/forms/save-row.tsx';
import { formatDay } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { BoneButtons } from '#shared/ui/feedback/skeleton.tsx';
import { DataList, QueryCard } from '#shared/ui/page/page.tsx';
import { useProvinces } from '#state/labels.ts';
import { CertificateForm } from './certificate-form.tsx';
import type { Certificate } from './certificate-values.ts';
import { useFocusOnSwitch } from '#shared/hooks/use-focus-on-switch.ts';

export function CertificateCard() {
  const t = useT();
  const information = useRead('GET /vid/api/users/information', {});
  const remove = useChange(
    () => api.delete('/vid/api/users/certificate', { isRepeatable: true }),
    'users/information',
  );
  const [isEditing, setIsEditing] = useState(false);
  const [saved, setSaved] = useState<'profile.certificate.saved' | 'profile.certificate.removed' | null>(
    null,
  );
  const [isRemoving, setIsRemoving] = useState(false);
  const card = useFocusOnSwitch(isEditing);
  return (
    <div ref={card}>
      <QueryCard
        title={t('profile.certificate.title')}
        lead={t('profile.certificate.lead')}
        actions={
          information.data?.certificate &&
          !isEditing && (
            <Button look="ghost" className="-mx-4 -my-3" onClick={() => setIsEditing(true)}>
              {t('account.edit')}
              <span className="sr-only"> {t('profile.certificate.title')}</span>
            </Button>
          )
        }
        query={information}
        skeleton={<BoneButtons texts={[t('profile.certificate.declare')]} />}
      >
        {({ certificate }) => (
          <>
            <Saved text={!isEditing && saved} className="mb-4" />
            {isEditing ? (
              <CertificateForm
                certificate={certificate}
                onDone={(isSaved) => {
                  setSaved(isSaved ? 'profile.certificate.saved' : null);
                  setIsEditing(false);
                }}
              />
            ) : certificate === null ? (
              <Button
                look="secondary"
                onClick={() => setIsEditing(true)}
                text="profile.certificate.declare"
              />
            ) : (
              <>
                <Details certificate={certificate} />
                <Button look="secondary" className="mt-6" onClick={() => setIsRemoving(true)}>
                  {t('profile.certificate.remove')}
                </Button>
              </>
            )}
          </>
        )}
      </QueryCard>
      <ActionDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t('profile.certificate.remove.title')}
        text={t('profile.certificate.remove.text')}
        action={t('profile.certificate.remove')}
        isDangerous
        focusAfter={() => card.current?.querySelector('button')}
        onConfirm={async () => {
          await remove.mutateAsync();
          setSaved('profile.certificate.removed');
        }}
      />
    </div>
  );
}

const badges = {
  declared: { tone: 'plain' },
  confirmed: { tone: 'success', icon: 'success' },
  expired: { tone: 'accent', icon: 'alert' },
  refused: { tone: 'danger', icon: 'alert' },
} as const;

function Details({ certificate }: { certificate: Certificate }) {
  const t = useT();
  const { number, status, issuedOn, expiresOn, employer } = certificate;
  const provinces = useProvinces(certificate.province);
  const province = provinces.find(({ value }) => value === certificate.province)?.label;
  return (
    <>
      <p className="mb-4">
        <Badge {...badges[status]}>{t(`profile.certificate.${status}`)}</Badge>
      </p>
      {(status === 'expired' || status === 'refused') && (
        <Notice
          tone={status === 'refused' ? 'error' : 'info'}
          className="mb-4"
          {...(certificate.reason !== null && { title: certificate.reason })}
        >
          {t(`profile.certificate.${status}.text`)}
        </Notice>
      )}
      <DataList
        items={{
          [t('profile.certificate.number')]: <bdi className="break-words">{number}</bdi>,
          [t('profile.certificate.province')]: province,
          [t('profile.certificate.issuedOn')]: formatDay(issuedOn),
          [t('profile.certificate.expiresOn')]:
            expiresOn === null ? t('profile.certificate.forever') : formatDay(expiresOn),
          [t('profile.certificate.employer')]: employer && (
            <span className="flex flex-wrap items-center gap-2">
              <bdi className="min-w-0 break-words">{employer.name ?? employer.referralCode}</bdi>
              {employer.verified && <Badge tone="accent" icon="success" text="account.enterprise.verified" />}
            </span>
          ),
        }}
      />
    </>
  );
}
