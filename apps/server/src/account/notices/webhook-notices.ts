import type { NoticeService } from './notices.service.ts';
import type { Platform } from '#platform/platform.ts';
import type { WebhookNotices } from '#platform/webhooks/delivery.ts';

/**
 * Creates functions that notify owners of failing webhooks, for the platform, which does not know accounts.
 */
export function createWebhookNotices({
  config,
  notices,
}: Pick<Platform, 'config'> & { readonly notices: NoticeService }): WebhookNotices {
  return {
    notifyOwner: (tx, { accountId: id, applicationId, kind }) => {
      const page = applicationId === null ? 'admin/webhooks' : `apps/${applicationId}`;
      return notices.notify(tx, {
        account: { id },
        kind,
        link: `${config.publicUrl.origin}/vid/web/${page}`,
      });
    },
    kickNotices: () => notices.kick(),
  };
}
