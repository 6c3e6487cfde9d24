import { formatTaxCode } from '@vid/contract/tax-code';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { DetailPage } from '#shared/ui/page/page.tsx';
import { Phone, Time } from '#shared/ui/display/values.tsx';
import { type CaseQueue, QueueLayout } from '#features/admin/queue/case-queue.tsx';
import { Copied, DeclaredValues, type Finding } from '#features/admin/queue/case-parts.tsx';
import { useProvinces } from '#state/labels.ts';
import { Case, CaseSkeleton } from './case.tsx';
import {
  type EnterpriseDetail,
  queueFilters,
  StateBadge,
  useDecideEnterprise,
  useEnterprises,
} from './queue.tsx';

export function EnterprisePage() {
  const t = useT();
  const { accountId = '' } = useParams();
  const { query, queue } = useEnterprises(useListView(queueFilters), accountId);
  const items = (query.data?.items ?? []).map(({ id, name, taxCode, declaredAt }) => ({
    id,
    name: name ?? t('account.unnamed'),
    note: (
      <span className="digits" dir="ltr">
        {taxCode === null ? formatDateTime(declaredAt) : formatTaxCode(taxCode)}
      </span>
    ),
  }));
  return (
    <QueueLayout queue={queue} items={items} label={t('admin.queue.enterprises')}>
      <DetailPage
        query={useRead('GET /vid/api/admin/enterprises/:accountId', { params: { accountId } })}
        notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
        skeleton={<CaseSkeleton kind="enterprise" />}
      >
        {(enterprise) => <Enterprise key={accountId} enterprise={enterprise} queue={queue} />}
      </DetailPage>
    </QueueLayout>
  );
}

function Enterprise({ enterprise, queue }: { enterprise: EnterpriseDetail; queue: CaseQueue }) {
  const t = useT();
  const decision = useDecideEnterprise(enterprise, queue);
  const { name, state, taxCode, representative } = enterprise;
  const provinces = useProvinces(enterprise.province);
  const isComplete = name !== null && taxCode !== null && representative !== null;
  return (
    <Case
      kind="enterprise"
      title={name ?? t('account.unnamed')}
      state={state}
      declaredCase={enterprise}
      notice={enterprise.isLocked && <Notice title={t('admin.account.locked.notice')} />}
      declared={
        <DeclaredValues
          items={{
            [t('account.enterprise.taxCode')]: taxCode && (
              <span dir="ltr" className="digits">
                <Copied text={taxCode}>{formatTaxCode(taxCode)}</Copied>
              </span>
            ),
            [t('account.enterprise.name')]: name && <Copied text={name} />,
            [t('account.enterprise.representative')]: representative && <bdi>{representative}</bdi>,
            [t('account.enterprise.shortName')]: enterprise.shortName && <bdi>{enterprise.shortName}</bdi>,
            [t('admin.accounts.province')]: provinces.find(({ value }) => value === enterprise.province)
              ?.label,
            [t('common.phone')]: enterprise.phone && <Phone number={enterprise.phone} />,
            [t('account.email')]: enterprise.email && <bdi>{enterprise.email}</bdi>,
            [t('admin.queue.accountCreated')]: <Time at={enterprise.createdAt} />,
          }}
        />
      }
      findings={findingsOf(enterprise, isComplete, t)}
      register={<p className="text-label">{t('admin.queue.enterprise.checks.lead')}</p>}
      name={name ?? t('account.unnamed')}
      decision={decision}
      canApprove={isComplete && state !== 'verified'}
      isApproved={state === 'verified'}
      canRefuse={state !== 'refused'}
      revision={String(enterprise.revision)}
    />
  );
}

function findingsOf(enterprise: EnterpriseDetail, isComplete: boolean, t: Translate): readonly Finding[] {
  const { taxCodeVerdict, sameTaxCode, brokers } = enterprise;
  return [
    {
      key: 'complete',
      isDoubtful: !isComplete,
      text: t(isComplete ? 'admin.queue.check.complete' : 'admin.queue.check.incomplete'),
    },
    {
      key: 'taxCode',
      isDoubtful: taxCodeVerdict !== 'ok',
      text: t(`admin.queue.check.taxCode.${taxCodeVerdict}`),
    },
    {
      key: 'same',
      isDoubtful: sameTaxCode.length > 0,
      text:
        sameTaxCode.length === 0 ? (
          t('admin.queue.check.taxCode.unique')
        ) : (
          <>
            {t('admin.queue.check.taxCode.same')}
            <ul className="mt-1 grid gap-1">
              {sameTaxCode.map(({ id, name, state }) => (
                <li key={id} className="flex flex-wrap items-center gap-2">
                  <TextLink isPlain to={pathTo(areaPaths.adminEnterprise, { accountId: id })}>
                    <bdi>{name ?? t('account.unnamed')}</bdi>
                  </TextLink>
                  <StateBadge state={state} />
                </li>
              ))}
            </ul>
          </>
        ),
    },
    { key: 'brokers', isDoubtful: false, text: t('admin.queue.check.brokers', { count: brokers }) },
  ];
}
