import { useState } from 'react';
import { isCancelled } from '#shared/api/api-failure.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { knownScopes } from '#shared/lib/known-scopes.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { type Consent, useConsents, useWithdrawConsent } from './consents.ts';
import { EndOneDialog } from '#features/member/security/end-one-dialog.tsx';

/** Lists the applications that receive the member's data. An empty list is shown only if `showsEmpty`. */
export function ConsentCard({ showsEmpty = false }: { showsEmpty?: boolean }) {
  const t = useT();
  const consents = useConsents();
  const [chosen, setChosen] = useState<Consent | null>(null);
  const hasFailed = consents.isError && !isCancelled(consents.error);
  const isEmpty = !hasFailed && (consents.data ?? []).length === 0;
  if (isEmpty && !showsEmpty) return null;
  return (
    <Card title={t('account.security.consents')} lead={t('account.security.consents.lead')}>
      {consents.data === undefined && <LoadState query={consents} title={t('privacy.loadFailed')} />}
      {isEmpty && consents.isSuccess && (
        <EmptyState icon="apps" title={t('account.security.consents.none')} />
      )}
      <ul className="divide-y divide-line">
        {consents.data?.map((consent) => (
          <ConsentItem
            key={consent.application.code}
            consent={consent}
            onWithdraw={() => setChosen(consent)}
          />
        ))}
      </ul>
      <WithdrawDialog consent={chosen} onClose={() => setChosen(null)} />
    </Card>
  );
}

function ConsentItem({ consent, onWithdraw }: { consent: Consent; onWithdraw: () => void }) {
  const t = useT();
  const { application, scopes, agreedAt, firstUsedAt, lastUsedAt } = consent;
  const isOwn = application.isFirstParty;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="font-semibold break-words">{application.name}</p>
          {isOwn && <Badge>{t('account.security.consent.own')}</Badge>}
        </div>
        <ul className="mt-1 list-disc ps-4 text-label">
          {knownScopes(scopes).map((scope) => (
            <li key={scope}>{t(`sso.scope.${scope}`)}</li>
          ))}
        </ul>
        <dl className="mt-2 text-sm text-muted">
          <Time label="account.security.consent.agreed" at={agreedAt} />
          <Time label="account.security.consent.first" at={firstUsedAt} />
          <Time label="account.security.consent.last" at={lastUsedAt} />
        </dl>
      </div>
      <Button
        look="secondary"
        className="w-full sm:w-auto"
        aria-label={t(
          isOwn ? 'account.security.consent.endNamed' : 'account.security.consent.withdrawNamed',
          {
            app: application.name,
          },
        )}
        onClick={onWithdraw}
      >
        {t(isOwn ? 'account.security.consent.end' : 'account.security.consent.withdraw')}
      </Button>
    </li>
  );
}

function Time({ label, at }: { label: PlainKey; at: string | null }) {
  const t = useT();
  if (at === null) return null;
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt>{t(label)}</dt>
      <dd>
        <time dateTime={at} className="digits">
          {formatDateTime(at)}
        </time>
      </dd>
    </div>
  );
}

function WithdrawDialog({ consent, onClose }: { consent: Consent | null; onClose: () => void }) {
  const t = useT();
  const withdrawal = useWithdrawConsent();
  const app = consent?.application.name ?? '';
  const isOwn = consent?.application.isFirstParty === true;
  return (
    <EndOneDialog
      id={consent?.application.code ?? null}
      mutation={withdrawal}
      onClose={onClose}
      title={t(isOwn ? 'account.security.consent.end.title' : 'account.security.consent.withdraw.title')}
      lead={t(isOwn ? 'account.security.consent.end.text' : 'account.security.consent.withdraw.text', {
        app,
      })}
      action={t(isOwn ? 'account.security.consent.end' : 'account.security.consent.withdraw')}
    />
  );
}
