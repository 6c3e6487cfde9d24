import { formatTaxCode } from '@vid/contract/tax-code';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card, DataList, DetailPage, Page } from '#shared/ui/page/page.tsx';
import { Phone } from '#shared/ui/values.tsx';
import { useProvinces } from '#state/labels.ts';
import { type Check, CheckedBy, CheckList, DecisionCard, RefusalNotice } from './decision-card.tsx';
import { type EnterpriseDetail, StateBadge, useDecideEnterprise } from './queue.tsx';

export function EnterprisePage() {
  const t = useT();
  const { accountId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminEnterprises, text: t('admin.queue.back') }}
      query={useRead('GET /vid/api/admin/enterprises/:accountId', { params: { accountId } })}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
    >
      {(enterprise) => <Enterprise enterprise={enterprise} />}
    </DetailPage>
  );
}

function Enterprise({ enterprise }: { enterprise: EnterpriseDetail }) {
  const t = useT();
  const decision = useDecideEnterprise(enterprise);
  const { id, state, taxCode } = enterprise;
  const provinces = useProvinces(enterprise.province);
  const isComplete = enterprise.name !== null && taxCode !== null && enterprise.representative !== null;
  return (
    <Page
      title={enterprise.name ?? t('account.unnamed')}
      lead={<StateBadge state={state} />}
      actions={
        <TextLink isPlain to={pathTo(areaPaths.adminAccount, { accountId: id })} className="self-center">
          {t('admin.queue.account')}
        </TextLink>
      }
    >
      {enterprise.isLocked && <Notice title={t('admin.account.locked.notice')} />}
      {state === 'refused' && <RefusalNotice reason={enterprise.reason} />}
      <Card title={t('admin.queue.declared')} lead={formatDateTime(enterprise.declaredAt)}>
        <DataList
          items={{
            [t('account.enterprise.name')]: enterprise.name,
            [t('account.enterprise.shortName')]: enterprise.shortName,
            [t('account.enterprise.taxCode')]: taxCode && (
              <bdi dir="ltr" className="digits">
                {formatTaxCode(taxCode)}
              </bdi>
            ),
            [t('account.enterprise.representative')]: enterprise.representative,
            [t('admin.accounts.province')]: provinces.find(({ value }) => value === enterprise.province)
              ?.label,
            [t('common.phone')]: enterprise.phone && <Phone number={enterprise.phone} />,
            [t('account.email')]: enterprise.email && <bdi>{enterprise.email}</bdi>,
            [t('list.created')]: formatDateTime(enterprise.createdAt),
          }}
        />
      </Card>
      <Card title={t('admin.queue.checks')} lead={t('admin.queue.enterprise.checks.lead')}>
        <CheckList checks={checksOf(enterprise, isComplete, t)} />
      </Card>
      <DecisionCard
        kind="enterprise"
        name={enterprise.name ?? t('account.unnamed')}
        decision={decision}
        canApprove={isComplete && state !== 'verified'}
        isApproved={state === 'verified'}
        canRefuse={state !== 'refused'}
        isOwn={enterprise.isOwn}
      />
      <CheckedBy {...enterprise} />
    </Page>
  );
}

function checksOf(enterprise: EnterpriseDetail, isComplete: boolean, t: Translate): readonly Check[] {
  const { taxCodeVerdict, sameTaxCode, brokers } = enterprise;
  return [
    {
      key: 'complete',
      isFine: isComplete,
      text: t(isComplete ? 'admin.queue.check.complete' : 'admin.queue.check.incomplete'),
    },
    {
      key: 'taxCode',
      isFine: taxCodeVerdict === 'ok',
      text: t(`admin.queue.check.taxCode.${taxCodeVerdict}`),
    },
    {
      key: 'same',
      isFine: sameTaxCode.length === 0,
      text:
        sameTaxCode.length === 0 ? (
          t('admin.queue.check.taxCode.unique')
        ) : (
          <>
            {t('admin.queue.check.taxCode.same')}
            <ul className="mt-1 grid gap-1">
              {sameTaxCode.map(({ id, name, state }) => (
                <li key={id} className="flex flex-wrap items-center gap-2">
                  <TextLink to={pathTo(areaPaths.adminEnterprise, { accountId: id })}>
                    <bdi>{name ?? t('account.unnamed')}</bdi>
                  </TextLink>
                  <StateBadge state={state} />
                </li>
              ))}
            </ul>
          </>
        ),
    },
    { key: 'brokers', isFine: true, text: t('admin.queue.check.brokers', { count: brokers }) },
  ];
}
