import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import type { InvitedMember, Invitations, useInvitations } from './invitations.ts';

export function JoinedCard({
  invitations,
  counts,
  link,
}: {
  invitations: ReturnType<typeof useInvitations>;
  counts: Invitations['counts'];
  link: string;
}) {
  const t = useT();
  const members = invitations.data?.pages.flatMap(({ joined }) => joined.items) ?? [];
  if (members.length === 0) {
    return (
      <Card title={t('invitations.joined', { count: 0 })}>
        <EmptyState
          icon="users"
          title={t('invitations.none')}
          action={
            <Button look="secondary" onClick={() => void copyText(link, 'invitations.copied.link')}>
              {t('invitations.copyLink')}
            </Button>
          }
        >
          {t('invitations.none.text')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title={t('invitations.joined', { count: counts.joined })}
      lead={t('invitations.recent', { count: counts.recent })}
    >
      <ul className="divide-y divide-line">
        {members.map((member, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- members have no id, and the list only grows at its end
          <Member key={index} member={member} />
        ))}
      </ul>
      <MoreButton query={invitations} />
    </Card>
  );
}

function Member({ member: { displayName, isEnterprise, joinedAt } }: { member: InvitedMember }) {
  const t = useT();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <bdi className={displayName === null ? 'text-muted' : 'font-semibold wrap-anywhere'}>
          {displayName ?? t('invitations.unnamed')}
        </bdi>
        {isEnterprise && <Badge icon="building">{t('invitations.enterprise')}</Badge>}
      </span>
      <time dateTime={joinedAt} className="digits text-sm text-muted">
        {formatDateTime(joinedAt)}
      </time>
    </li>
  );
}
