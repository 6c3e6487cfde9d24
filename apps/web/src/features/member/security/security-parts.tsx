import { useState } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { SignOutEverywhereDialog } from '#session/sign-out-everywhere.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { PartPage, type Parts } from '#features/member/overview.tsx';
import { SessionCard, useSessions } from './devices/session-card.tsx';
import { HistoryCard } from './history/history-card.tsx';
import { LinkedAccountCard } from './linked-accounts/linked-account-card.tsx';
import { PasskeyCard } from './passkeys/passkey-card.tsx';
import { RecoveryWays } from './recovery-ways.tsx';
import { TwoStepCard } from './two-step/two-step-card.tsx';

const parts: Parts = {
  [areaPaths.userPasskeys]: { title: 'passkey.title', lead: 'passkey.lead', content: PasskeyCard },
  [areaPaths.userTwoStep]: { title: 'twoStep.title', lead: 'twoStep.card.lead', content: TwoStepCard },
  [areaPaths.userRecovery]: {
    title: 'security.recovery',
    lead: 'security.recovery.lead',
    content: RecoveryWays,
  },
  [areaPaths.userDevices]: {
    title: 'security.devices',
    lead: 'account.security.sessions.lead',
    content: Devices,
  },
  [areaPaths.userLinkedAccounts]: {
    title: 'social.card.title',
    lead: 'social.card.lead',
    content: LinkedAccountCard,
  },
  [areaPaths.userActivity]: { title: 'history.title', lead: 'history.lead', content: HistoryCard },
};

export const SecurityParts = () => (
  <PartPage parts={parts} of={{ to: paths.userSecurity, text: 'shell.item.security' }} />
);

function Devices() {
  const t = useT();
  const { isPending: areLoading } = useSessions();
  const [isEndingAll, setIsEndingAll] = useState(false);
  return (
    <>
      <SessionCard />
      {/* Hide the content below until the list has loaded, because the list's height is unknown and would shift the
          content. */}
      {!areLoading && (
        <Card title={t('shell.signOutAll')} lead={t('account.security.all.text')}>
          <Button look="danger" className="w-full sm:w-auto" onClick={() => setIsEndingAll(true)}>
            {t('shell.signOutAll')}
          </Button>
        </Card>
      )}
      <SignOutEverywhereDialog isOpen={isEndingAll} onClose={() => setIsEndingAll(false)} />
    </>
  );
}
