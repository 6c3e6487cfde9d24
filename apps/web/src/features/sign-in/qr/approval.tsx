import { useState } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import { Reauthentication } from '#features/shell/reauthentication/reauthentication.tsx';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Loading, Retry } from '#shared/ui/feedback/loader.tsx';
import { StateTitle } from '#shared/ui/feedback/state-mark.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { type Outcome, outcomeOf, scan } from './scanned-request.ts';

const refusals = ['QR_NOT_FOUND', 'QR_EXPIRED', 'QR_FORBIDDEN'] as const;

export function Approval({ qrId }: { qrId: string }) {
  return (
    <>
      <Request key={qrId} qrId={qrId} />
      <Reauthentication />
    </>
  );
}

function Request({ qrId }: { qrId: string }) {
  const t = useT();
  const [decided, setDecided] = useState<Outcome | null>(null);
  const request = useLoad(() => scan(qrId));
  const outcome =
    decided ??
    (request.data && outcomeOf(request.data)) ??
    (failedWith(request.error, ...refusals) ? { unusable: shownMessage(request.error) } : null);
  if (outcome !== null) return <Ended outcome={outcome} />;
  if (request.data)
    return (
      <ApprovalForm
        qrId={qrId}
        request={request.data}
        onEnded={setDecided}
        onDecidedBefore={async () => setDecided(outcomeOf(await scan(qrId)))}
      />
    );
  if (request.isPending) return <Loading />;
  return (
    <StepPage title={t('qr.approve.title')}>
      <Retry error={request.error} onRetry={() => void request.run(() => scan(qrId))} />
    </StepPage>
  );
}

const titles = { approved: 'qr.approved.title', denied: 'qr.refused.title' } as const;
const texts = { approved: 'qr.approved.text', denied: 'qr.refused.text' } as const;

function Ended({ outcome }: { outcome: Outcome }) {
  const t = useT();
  const isUnusable = typeof outcome === 'object';
  return (
    <>
      <StateTitle
        tone={isUnusable ? 'error' : outcome === 'approved' ? 'success' : 'info'}
        title={t(isUnusable ? 'qr.unusable.title' : titles[outcome])}
        lead={isUnusable ? outcome.unusable : t(texts[outcome])}
      />
      <p className="mt-6">
        <TextLink to={areaPaths.userDevices}>{t('qr.sessions')}</TextLink>
      </p>
    </>
  );
}
