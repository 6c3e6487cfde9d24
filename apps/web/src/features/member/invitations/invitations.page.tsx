import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { useInvitations } from './invitations.ts';
import { JoinedCard } from './joined-card.tsx';

export function InvitationsPage() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('invitations.title')} lead={t('invitations.lead')} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6">
        <Content />
      </div>
    </>
  );
}

function Content() {
  const t = useT();
  const invitations = useInvitations();
  const [first] = invitations.data?.pages ?? [];
  if (first === undefined)
    return (
      <Card>
        <LoadState query={invitations} title={t('invitations.loadFailed')} />
      </Card>
    );
  return (
    <>
      <InvitationCard code={first.referralCode} link={first.link} />
      <JoinedCard invitations={invitations} counts={first.counts} link={first.link} />
    </>
  );
}
