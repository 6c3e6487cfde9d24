import { useState } from 'react';
import { isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { type Consent, useConsents, useWithdrawConsent } from './consents.ts';
import { EndOneDialog } from '#features/member/security/end-one-dialog.tsx';

/** The third-party applications that receive the member's data. Not shown if there are none. */
export function ConsentCard() {
  const t = useT();
  const consents = useConsents();
  const [chosen, setChosen] = useState<Consent | null>(null);
  const hasFailed = consents.isError && !isCancelled(consents.error);
  if (!hasFailed && (consents.data ?? []).length === 0) return null;
  return (
    <Card title={t('account.security.consents')} lead={t('account.security.consents.lead')}>
      {hasFailed && (
        <div className="grid justify-items-start gap-4">
          <Alert text={shownMessage(consents.error)} />
          <Button isBusy={consents.isFetching} onClick={() => void consents.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
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
  const { application, agreedAt } = consent;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{application.name}</p>
        <p className="mt-1 text-sm text-muted">
          {t('account.security.consent.agreed')}{' '}
          <time dateTime={agreedAt} className="digits">
            {formatDateTime(agreedAt)}
          </time>
        </p>
      </div>
      <Button
        look="secondary"
        className="w-full sm:w-auto"
        aria-label={t('account.security.consent.withdrawNamed', { app: application.name })}
        onClick={onWithdraw}
      >
        {t('account.security.consent.withdraw')}
      </Button>
    </li>
  );
}

function WithdrawDialog({ consent, onClose }: { consent: Consent | null; onClose: () => void }) {
  const t = useT();
  const withdrawal = useWithdrawConsent();
  return (
    <EndOneDialog
      id={consent?.application.code ?? null}
      mutation={withdrawal}
      onClose={onClose}
      title={t('account.security.consent.withdraw.title')}
      lead={t('account.security.consent.withdraw.text', { app: consent?.application.name ?? '' })}
      action={t('account.security.consent.withdraw')}
    />
  );
}
