import { Suspense, useState } from 'react';
import { lazyPage } from '#navigation/lazy-page.ts';
import { paths } from '#navigation/paths.ts';
import { useReauthenticationRequests } from '#session/reauthenticate.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { StateMark } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { type Outcome, outcomeOf, scan } from './scanned-request.ts';

// Most members need this dialog, but its style sheet and library are larger than the page, so it loads lazily.
const ReauthenticationDialog = lazyPage(
  async () => {
    const [module] = await Promise.all([
      import('#session/reauthentication-dialog.tsx'),
      import('#styles/full.css'),
    ]);
    return module;
  },
  'ReauthenticationDialog',
  'shell',
);

const refusals = ['QR_NOT_FOUND', 'QR_EXPIRED', 'QR_FORBIDDEN'] as const;

/** Asks a member whether another screen, whose QR code opened this page, may sign in to their account. */
export function Approval({ qrId }: { qrId: string }) {
  useReauthenticationRequests();
  return (
    <>
      <Request key={qrId} qrId={qrId} />
      <Suspense fallback={null}>
        <ReauthenticationDialog />
      </Suspense>
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
    <>
      <PageTitle title={t('qr.approve.title')} />
      <div className="mt-6 grid gap-4">
        <Alert text={shownMessage(request.error)} />
        <Button isWide onClick={() => void request.run(() => scan(qrId))}>
          {t('common.retry')}
        </Button>
      </div>
    </>
  );
}

const titles = { approved: 'qr.approved.title', denied: 'qr.refused.title' } as const;
const texts = { approved: 'qr.approved.text', denied: 'qr.refused.text' } as const;

function Ended({ outcome }: { outcome: Outcome }) {
  const t = useT();
  const isUnusable = typeof outcome === 'object';
  return (
    <>
      <StateMark tone={isUnusable ? 'error' : outcome === 'approved' ? 'success' : 'info'} />
      <PageTitle
        className="mt-6"
        title={t(isUnusable ? 'qr.unusable.title' : titles[outcome])}
        lead={isUnusable ? outcome.unusable : t(texts[outcome])}
      />
      <p className="mt-6">
        <TextLink to={paths.userSecurity}>{t('qr.sessions')}</TextLink>
      </p>
    </>
  );
}
