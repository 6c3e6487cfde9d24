import { formatTaxCode } from '@vid/contract/tax-code';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime, formatDay } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { Card, DataList, DetailPage, Page } from '#shared/ui/page/page.tsx';
import { Phone } from '#shared/ui/values.tsx';
import { useProvinces } from '#state/labels.ts';
import { type Check, CheckedBy, CheckList, DecisionCard, RefusalNotice } from './decision-card.tsx';
import { type CertificateDetail, StateBadge, useDecideCertificate } from './queue.tsx';

const toQueue = pathTo(areaPaths.adminEnterprises, {}, { queue: 'certificates' });

export function CertificatePage() {
  const t = useT();
  const { accountId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: toQueue, text: t('admin.queue.back') }}
      query={useRead('GET /vid/api/admin/certificates/:accountId', { params: { accountId } })}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
    >
      {(certificate) => <Certificate certificate={certificate} />}
    </DetailPage>
  );
}

function Certificate({ certificate }: { certificate: CertificateDetail }) {
  const t = useT();
  const decision = useDecideCertificate(certificate);
  const { id, status, expiresOn, phone } = certificate;
  const provinces = useProvinces(certificate.province);
  const province = provinces.find(({ value }) => value === certificate.province)?.label;
  const name = certificate.name ?? t('account.unnamed');
  return (
    <Page
      title={t('admin.queue.certificate.title', { number: certificate.number })}
      lead={<StateBadge state={status} />}
      actions={
        <TextLink isPlain to={pathTo(areaPaths.adminAccount, { accountId: id })} className="self-center">
          {t('admin.queue.account')}
        </TextLink>
      }
    >
      {status === 'refused' && <RefusalNotice reason={certificate.reason} />}
      <Card title={t('admin.queue.declared')} lead={formatDateTime(certificate.declaredAt)}>
        <DataList
          items={{
            [t('account.name')]: certificate.name,
            [t('common.phone')]: phone && <Phone number={phone} />,
            [t('profile.certificate.number')]: <bdi>{certificate.number}</bdi>,
            [t('profile.certificate.province')]: province,
            [t('profile.certificate.issuedOn')]: formatDay(certificate.issuedOn),
            [t('profile.certificate.expiresOn')]:
              expiresOn === null ? t('profile.certificate.forever') : formatDay(expiresOn),
            [t('profile.certificate.employer')]: <Employer certificate={certificate} />,
          }}
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
      <CheckedBy {...certificate} />
    </Page>
  );
}

function Employer({ certificate: { employer, employerId } }: { certificate: CertificateDetail }) {
  const t = useT();
  if (!employer) return <>{t('common.none')}</>;
  if (employerId === null) return <bdi className="wrap-anywhere">{employer.name}</bdi>;
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
                    <bdi>{broker.name ?? t('account.unnamed')}</bdi>
                  </TextLink>
                </li>
              ))}
            </ul>
          </>
        ),
    },
  ];
}
