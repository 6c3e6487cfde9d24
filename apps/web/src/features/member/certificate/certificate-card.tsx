import { useEffect, useRef, useState } from 'react';
import { formatDay } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { useInformation } from '#features/member/profile/information.ts';
import { useProvinces } from '#state/labels.ts';
import { CertificateForm } from './certificate-form.tsx';
import type { Certificate } from './certificate-values.ts';
import { RemoveDialog } from './remove-dialog.tsx';

export function CertificateCard() {
  const t = useT();
  const information = useInformation();
  const [isEditing, setIsEditing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(isEditing);
  // Moves the DOM focus, because the pressed button is unmounted when the view changes.
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    card.current?.querySelector<HTMLElement>(isEditing ? 'input' : 'button')?.focus();
  }, [isEditing]);
  const certificate = information.data?.certificate ?? null;
  return (
    <div ref={card}>
      <Card
        title={t('profile.certificate.title')}
        lead={t('profile.certificate.lead')}
        actions={
          certificate !== null &&
          !isEditing && (
            <Button look="ghost" className="-mx-4 -my-3" onClick={() => setIsEditing(true)}>
              {t('account.edit')}
              <span className="sr-only"> {t('profile.certificate.title')}</span>
            </Button>
          )
        }
      >
        {information.data === undefined ? (
          <LoadState query={information} title={t('account.loadFailed')} />
        ) : isEditing ? (
          <CertificateForm certificate={certificate} onDone={() => setIsEditing(false)} />
        ) : certificate === null ? (
          <Button look="secondary" onClick={() => setIsEditing(true)}>
            {t('profile.certificate.declare')}
          </Button>
        ) : (
          <>
            <Details certificate={certificate} />
            <Button look="secondary" className="mt-6" onClick={() => setIsRemoving(true)}>
              {t('profile.certificate.remove')}
            </Button>
          </>
        )}
      </Card>
      <RemoveDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        finalFocus={() => card.current?.querySelector('button') ?? true}
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
        items={[
          { label: t('profile.certificate.number'), value: <bdi className="break-words">{number}</bdi> },
          { label: t('profile.certificate.province'), value: province },
          { label: t('profile.certificate.issuedOn'), value: formatDay(issuedOn) },
          {
            label: t('profile.certificate.expiresOn'),
            value: expiresOn === null ? t('profile.certificate.forever') : formatDay(expiresOn),
          },
          {
            label: t('profile.certificate.employer'),
            value: employer && (
              <span className="flex flex-wrap items-center gap-2">
                <bdi className="min-w-0 break-words">{employer.name ?? employer.referralCode}</bdi>
                {employer.verified && (
                  <Badge tone="accent" icon="success">
                    {t('account.enterprise.verified')}
                  </Badge>
                )}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
