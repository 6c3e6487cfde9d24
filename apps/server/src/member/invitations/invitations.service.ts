import { createSealedCursors, toPage } from '#database/page.ts';
import { maskName } from '#account/referral/referral.policy.ts';
import type { Platform } from '#platform/platform.ts';
import { createInvitationsRepo } from './invitations.repo.ts';

const defaultLimit = 20;

export function createInvitationsService({ sql, config, keys }: Platform) {
  const repo = createInvitationsRepo(sql);
  // Cursors are sealed, because their sort key contains the id of an invited account.
  const cursors = createSealedCursors(keys, 'invitations');
  return {
    /**
     * Returns a page of invited accounts.
     * @throws AppError VALIDATION_FAILED for a cursor that this list did not issue
     */
    async list(
      inviter: { readonly id: string; readonly referralCode: string },
      page: { readonly after?: string; readonly limit?: number },
    ) {
      const { limit = defaultLimit } = page;
      const after = cursors.open(page.after);
      const [counts, rows] = await Promise.all([
        repo.count(inviter.id),
        repo.list(inviter.id, { after, limit: limit + 1 }),
      ]);
      const { items, next } = toPage(rows, limit, ({ joinedMicroseconds, id }) => [joinedMicroseconds, id]);
      return {
        referralCode: inviter.referralCode,
        link: new URL(`/vid/web/qr/${inviter.referralCode}`, config.publicUrl).href,
        counts,
        joined: {
          items: items.map(({ name, kind, createdAt }) => ({
            displayName: maskName(name),
            isEnterprise: kind === 'enterprise',
            joinedAt: createdAt,
          })),
          next: cursors.seal(next),
        },
      };
    },
  };
}
