import { ActionButton } from '#session/action-dialog.tsx';
import { useRead, useSend } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { knownScopes } from '#shared/lib/consents.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/display/values.tsx';

export type Consent = Answer<'GET /vid/api/sso/consents'>[number];

export function ApplicationCard() {
  const t = useT();
  return (
    <QueryCard query={useRead('GET /vid/api/sso/consents', {})}>
      {(data) => (
        <RowList
          rows={data}
          rowKey={({ application }) => application.code}
          none={<EmptyState icon="apps" title={t('account.security.consents.none')} />}
          className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4"
        >
          {(consent) => <ConsentItem consent={consent} />}
        </RowList>
      )}
    </QueryCard>
  );
}

function ConsentItem({ consent }: { consent: Consent }) {
  const t = useT();
  const withdrawal = useSend('POST /vid/api/sso/consents/withdraw', {}, 'sso/consents', 'users/history');
  const { application, scopes, agreedAt, firstUsedAt, lastUsedAt } = consent;
  const { code: appCode, name: app, isFirstParty: isOwn } = application;
  const action = isOwn ? 'end' : 'withdraw';
  return (
    <>
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="font-semibold break-words">{app}</p>
          {isOwn && <Badge>{t('account.security.consent.own')}</Badge>}
        </div>
        <ul className="mt-1 list-disc ps-4 text-label">
          {knownScopes(scopes).map((scope) => (
            <li key={scope}>{t(`sso.scope.${scope}`)}</li>
          ))}
        </ul>
        <dl className="mt-2 text-sm text-muted">
          <Moment label="account.security.consent.agreed" at={agreedAt} />
          <Moment label="account.security.consent.first" at={firstUsedAt} />
          <Moment label="account.security.consent.last" at={lastUsedAt} />
        </dl>
      </div>
      <ActionButton
        button={{
          look: 'secondary',
          className: 'w-full sm:w-auto',
          'aria-label': t(`account.security.consent.${action}Named`, { app }),
        }}
        title={t(`account.security.consent.${action}.title`)}
        text={t(`account.security.consent.${action}.text`, { app })}
        action={t(`account.security.consent.${action}`)}
        isDangerous
        removesOpener
        onConfirm={() => withdrawal.mutateAsync({ appCode })}
        done="account.security.consent.withdrawn"
      />
    </>
  );
}

function Moment({ label, at }: { label: PlainKey; at: string | null }) {
  const t = useT();
  if (at === null) return null;
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt>{t(label)}</dt>
      <dd>
        <Time at={at} />
      </dd>
    </div>
  );
}
