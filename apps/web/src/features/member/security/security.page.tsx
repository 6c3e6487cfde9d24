import { Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { SignOutEverywhereDialog } from '#session/sign-out-everywhere.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { HistoryCard } from './history/history-card.tsx';
import { LinkedAccountCard } from './linked-accounts/linked-account-card.tsx';
import { PasskeyCard } from './passkeys/passkey-card.tsx';
import { SessionCard } from './session-card.tsx';
import { TwoStepCard } from './two-step/two-step-card.tsx';

// The card is below the fold, so it loads after the other cards.
const ConsentCard = neededPart(() => import('./consents/consent-list.tsx'), 'ConsentCard');

export function SecurityPage() {
  const t = useT();
  const [isEndingAll, setIsEndingAll] = useState(false);
  return (
    <Page width="text" title={t('shell.item.security')} lead={t('account.security.lead')}>
      <TwoStepCard />
      <PasskeyCard />
      <LinkedAccountCard />
      <SessionCard />
      <Card title={t('shell.signOutAll')} lead={t('account.security.all.text')}>
        <Button look="danger" className="w-full sm:w-auto" onClick={() => setIsEndingAll(true)}>
          {t('shell.signOutAll')}
        </Button>
      </Card>
      <Suspense fallback={<Skeleton shape="rows" />}>
        <ConsentCard />
      </Suspense>
      <HistoryCard />
      <SignOutEverywhereDialog isOpen={isEndingAll} onClose={() => setIsEndingAll(false)} />
    </Page>
  );
}
