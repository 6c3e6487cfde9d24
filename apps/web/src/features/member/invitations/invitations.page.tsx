import { isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
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
  if (first === undefined) {
    if (!invitations.isError || isCancelled(invitations.error)) return <Loading />;
    return (
      <Card>
        <EmptyState
          icon="alert"
          title={t('invitations.loadFailed')}
          action={
            <Button isBusy={invitations.isFetching} onClick={() => void invitations.refetch()}>
              {t('common.retry')}
            </Button>
          }
        >
          {shownMessage(invitations.error)}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <InvitationCard code={first.referralCode} link={first.link} />
      <JoinedCard invitations={invitations} counts={first.counts} link={first.link} />
    </>
  );
}
