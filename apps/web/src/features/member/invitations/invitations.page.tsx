import type { Answer } from '#shared/api/request-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { EmptyState, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { Card, Page, RowList } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/display/values.tsx';
import { ReferralCode } from '#features/member/referral-code.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { useReadPages } from '#shared/api/read-pages.ts';

export type Invitations = Answer<'GET /vid/api/users/invitations'>;
export type InvitedMember = Invitations['joined']['items'][number];

export function InvitationsPage() {
  const t = useT();
  return (
    <Page width="text" title={t('shell.item.inviteFriends')} lead={t('invitations.lead')}>
      <Content />
    </Page>
  );
}

function Content() {
  const t = useT();
  const invitations = useReadPages(
    'GET /vid/api/users/invitations',
    (query) => ({ query }),
    ({ joined }) => joined.next,
  );
  const pages = invitations.data?.pages ?? [];
  const [first] = pages;
  if (first === undefined)
    return (
      <Card title={t('invitations.yours')}>
        <LoadState
          query={invitations}
          skeleton={
            <div className="flex flex-wrap gap-x-12 gap-y-8">
              <div className="min-w-0 flex-1 basis-72">
                <p className="mb-2 text-label font-semibold">{t('account.referralCode')}</p>
                <ReferralCode code={undefined} />
                <p className="mt-6 text-label font-semibold">{t('invitations.link')}</p>
                <span className="mt-2 bone h-13 rounded-control" />
              </div>
              <span className="bone size-60 rounded-control" />
            </div>
          }
        />
      </Card>
    );
  const { counts, link } = first;
  return (
    <>
      <InvitationCard code={first.referralCode} link={link} />
      <Card
        title={t('invitations.joined', { count: counts.joined })}
        lead={counts.joined > 0 && t('invitations.recent', { count: counts.recent })}
      >
        <RowList
          rows={pages.flatMap(({ joined }) => joined.items)}
          // The response has no ids of members, so the position is the key.
          rowKey={(_member, index) => String(index)}
          none={
            <EmptyState
              icon="users"
              title={t('invitations.none')}
              action={
                <Button look="secondary" onClick={() => void copyText(link, 'invitations.copied.link')}>
                  {t('invitations.copyLink')}
                </Button>
              }
              lead={t('invitations.none.text')}
            />
          }
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
        >
          {(member) => <Member member={member} />}
        </RowList>
        <MoreButton query={invitations} />
      </Card>
    </>
  );
}

function Member({ member: { displayName, isEnterprise, joinedAt } }: { member: InvitedMember }) {
  const t = useT();
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <bdi className={displayName === null ? 'text-muted' : 'font-semibold wrap-anywhere'}>
          {displayName ?? t('invitations.unnamed')}
        </bdi>
        {isEnterprise && <Badge icon="building">{t('invitations.enterprise')}</Badge>}
      </span>
      <Time at={joinedAt} className="digits text-sm text-muted" />
    </>
  );
}
