import { formatTaxCode } from '@vid/contract/tax-code';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { formatDateTime, formatDay } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { PageLoadState } from '#shared/ui/page/page-load-state.tsx';
import { authorName } from '#features/admin/author-name.ts';
import { useProvinces } from '#state/labels.ts';
import { type Check, CheckList } from './check-list.tsx';
import { DecisionCard } from './decision-card.tsx';
import { type CertificateDetail, useCertificate, useDecideCertificate } from './queue.ts';
import { StateBadge } from './state-badges.tsx';

const toQueue = pathTo(areaPaths.adminEnterprises, {}, { queue: 'certificates' });

export function CertificatePage() {
  const t = useT();
  const { accountId = '' } = useParams();
  const certificate = useCertificate(accountId);
  return (
    <>
      <TextLink isQuiet to={toQueue} className="mb-3">
        {t('admin.queue.back')}
      </TextLink>
      {certificate.data ? (
        <Certificate certificate={certificate.data} />
      ) : failedWith(certificate.error, 'NOT_FOUND') ? (
        <PageHeader title={t('admin.notFound')} lead={t('admin.notFound.text')} />
      ) : (
        <PageLoadState query={certificate} title={t('admin.queue.failed')} />
      )}
    </>
  );
}

function Certificate({ certificate }: { certificate: CertificateDetail }) {
  const t = useT();
  const decision = useDecideCertificate(certificate);
  const { id, status, reason, expiresOn, phone } = certificate;
  const provinces = useProvinces(certificate.province);
  const province = provinces.find(({ value }) => value === certificate.province)?.label;
  const name = certificate.name ?? t('admin.unnamed');
  return (
    <div className="max-w-[64rem]">
      <PageHeader
        title={t('admin.queue.certificate.title', { number: certificate.number })}
        lead={<StateBadge state={status} />}
        actions={
          <TextLink isPlain to={pathTo(areaPaths.adminAccount, { accountId: id })} className="self-center">
            {t('admin.queue.account')}
          </TextLink>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {status === 'refused' && reason !== null && (
          <Notice title={t('admin.queue.reason')}>
            <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
          </Notice>
        )}
        <Card title={t('admin.queue.declared')} lead={formatDateTime(certificate.declaredAt)}>
          <DataList
            items={[
              { label: t('account.name'), value: certificate.name },
              {
                label: t('admin.accounts.phone'),
                value: phone && (
                  <bdi dir="ltr" className="digits">
                    {formatPhone(phone)}
                  </bdi>
                ),
              },
              { label: t('profile.certificate.number'), value: <bdi>{certificate.number}</bdi> },
              { label: t('profile.certificate.province'), value: province },
              { label: t('profile.certificate.issuedOn'), value: formatDay(certificate.issuedOn) },
              {
                label: t('profile.certificate.expiresOn'),
                value: expiresOn === null ? t('profile.certificate.forever') : formatDay(expiresOn),
              },
              { label: t('profile.certificate.employer'), value: <Employer certificate={certificate} /> },
            ]}
          />
        </Card>
        <Card title={t('admin.queue.checks')} lead={t('admin.queue.certificate.checks.lead')}>
          <CheckList checks={checksOf(certificate, province, t)} />
        </Card>
        <DecisionCard
          kind="certificate"
          name={name}
          decision={decision}
          canApprove={status === 'declared' || status === 'refused'}
          isApproved={status === 'confirmed'}
          canRefuse={status !== 'refused'}
          isOwn={certificate.isOwn}
        />
        {certificate.checkedAt !== null && (
          <p className="text-sm text-muted">
            {t('admin.queue.checked', {
              name: authorName(certificate.checkedBy, t),
              time: formatDateTime(certificate.checkedAt),
            })}
          </p>
        )}
      </div>
    </div>
  );
}

function Employer({ certificate: { employer, employerId } }: { certificate: CertificateDetail }) {
  const t = useT();
  if (!employer || employerId === null) return t('common.none');
  return (
    <span className="grid gap-1">
      <TextLink
        to={pathTo(areaPaths.adminEnterprise, { accountId: employerId })}
        className="w-fit wrap-anywhere"
      >
        <bdi>{employer.name ?? employer.referralCode}</bdi>
      </TextLink>
      {employer.taxCode !== null && (
        <bdi dir="ltr" className="digits text-sm text-muted">
          {formatTaxCode(employer.taxCode)}
        </bdi>
      )}
    </span>
  );
}

function checksOf(
  { status, employer, sameNumber, name }: CertificateDetail,
  province: string | undefined,
  t: Translate,
): readonly Check[] {
  const isPast = status === 'expired';
  return [
    {
      key: 'name',
      isFine: name !== null,
      text: t(name === null ? 'admin.queue.check.broker.unnamed' : 'admin.queue.check.register', {
        province: province ?? '',
      }),
    },
    {
      key: 'dates',
      isFine: !isPast,
      text: t(isPast ? 'admin.queue.check.dates.past' : 'admin.queue.check.dates'),
    },
    {
      key: 'employer',
      isFine: employer?.verified === true,
      text: t(
        employer === null
          ? 'admin.queue.check.employer.none'
          : employer.verified
            ? 'admin.queue.check.employer.verified'
            : 'admin.queue.check.employer.unverified',
      ),
    },
    {
      key: 'same',
      isFine: sameNumber.length === 0,
      text:
        sameNumber.length === 0 ? (
          t('admin.queue.check.number.unique')
        ) : (
          <>
            {t('admin.queue.check.number.same')}
            <ul className="mt-1 grid gap-1">
              {sameNumber.map((broker) => (
                <li key={broker.id}>
                  <TextLink to={pathTo(areaPaths.adminCertificate, { accountId: broker.id })}>
                    <bdi>{broker.name ?? t('admin.unnamed')}</bdi>
                  </TextLink>
                </li>
              ))}
            </ul>
          </>
        ),
    },
  ];
}
