import { formatTaxCode } from '@vid/contract/tax-code';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDay } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { linkClass, TextLink } from '#shared/ui/controls/button.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { DetailPage } from '#shared/ui/page/page.tsx';
import { Phone } from '#shared/ui/display/values.tsx';
import { type CaseQueue, QueueLayout } from '#features/admin/queue/case-queue.tsx';
import { Copied, DeclaredValues, type Finding } from '#features/admin/queue/case-parts.tsx';
import { useCategory } from '#state/category.ts';
import { useProvinces } from '#state/labels.ts';
import { Case, CaseSkeleton } from './case.tsx';
import { type CertificateDetail, queueFilters, useCertificates, useDecideCertificate } from './queue.tsx';

export function CertificatePage() {
  const t = useT();
  const { accountId = '' } = useParams();
  const { query, queue } = useCertificates(useListView(queueFilters), accountId);
  const items = (query.data?.items ?? []).map(({ id, name, number }) => ({
    id,
    name: name ?? t('account.unnamed'),
    note: <bdi>{number}</bdi>,
  }));
  return (
    <QueueLayout queue={queue} items={items} label={t('admin.queue.certificates')}>
      <DetailPage
        query={useRead('GET /vid/api/admin/certificates/:accountId', { params: { accountId } })}
        notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
        skeleton={<CaseSkeleton kind="certificate" />}
      >
        {(certificate) => <Certificate key={accountId} certificate={certificate} queue={queue} />}
      </DetailPage>
    </QueueLayout>
  );
}

function Certificate({ certificate, queue }: { certificate: CertificateDetail; queue: CaseQueue }) {
  const t = useT();
  const decision = useDecideCertificate(certificate, queue);
  const { status, expiresOn, phone, name, number } = certificate;
  const provinces = useProvinces(certificate.province);
  const province = provinces.find(({ value }) => value === certificate.province)?.label ?? '';
  return (
    <Case
      kind="certificate"
      title={t('admin.queue.certificate.title', { number })}
      state={status}
      declaredCase={certificate}
      declared={
        <DeclaredValues
          items={{
            [t('profile.certificate.number')]: <Copied text={number} />,
            [t('account.name')]: name && <Copied text={name} />,
            [t('profile.certificate.province')]: province,
            [t('profile.certificate.issuedOn')]: (
              <span className="digits">{formatDay(certificate.issuedOn)}</span>
            ),
            [t('profile.certificate.expiresOn')]:
              expiresOn === null ? (
                t('profile.certificate.forever')
              ) : (
                <span className="digits">{formatDay(expiresOn)}</span>
              ),
            [t('profile.certificate.employer')]: <Employer certificate={certificate} />,
            [t('common.phone')]: phone && <Phone number={phone} />,
          }}
        />
      }
      findings={findingsOf(certificate, t)}
      register={<Register code={certificate.province} province={province} />}
      name={name ?? t('account.unnamed')}
      decision={decision}
      canApprove={(status === 'declared' || status === 'refused') && name !== null}
      isApproved={status === 'confirmed'}
      canRefuse={status !== 'refused'}
      revision={`${certificate.declaredAt} ${certificate.checkedAt}`}
    />
  );
}

function Register({ code, province }: { code: string; province: string }) {
  const t = useT();
  const url = useCategory(
    ({ categories }) => categories?.provinces.find((known) => known.code === code)?.registerUrl,
  );
  if (url !== undefined)
    return (
      <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
        {t('admin.queue.register.open', { province })}
      </a>
    );
  return (
    <p className="text-label">
      {t('admin.queue.register.missing', { province })}{' '}
      <TextLink
        to={pathTo(areaPaths.adminParams, {}, { register: code })}
        className="inline!"
        text="admin.queue.register.set"
      />
    </p>
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

function findingsOf(
  { status, expiresOn, employer, sameNumber, name }: CertificateDetail,
  t: Translate,
): readonly Finding[] {
  const isPast = status === 'expired';
  const unnamed = {
    key: 'name',
    isDoubtful: true,
    text: t('admin.queue.check.broker.unnamed'),
  };
  return [
    ...(name === null ? [unnamed] : []),
    {
      key: 'dates',
      isDoubtful: isPast,
      text: t(
        isPast
          ? 'admin.queue.check.dates.past'
          : expiresOn === null
            ? 'admin.queue.check.dates.none'
            : 'admin.queue.check.dates',
      ),
    },
    {
      key: 'employer',
      isDoubtful: employer?.verified !== true,
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
      isDoubtful: sameNumber.length > 0,
      text:
        sameNumber.length === 0 ? (
          t('admin.queue.check.number.unique')
        ) : (
          <>
            {t('admin.queue.check.number.same')}
            <ul className="mt-1 grid gap-1">
              {sameNumber.map((broker) => (
                <li key={broker.id}>
                  <TextLink isPlain to={pathTo(areaPaths.adminCertificate, { accountId: broker.id })}>
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
