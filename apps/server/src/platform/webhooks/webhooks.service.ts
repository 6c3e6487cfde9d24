import { maxWebhooks } from '@vid/contract/limits';
import type { Body } from '@vid/contract/endpoints/index';
import { webhookEventTypes } from '@vid/contract/webhook-events';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { cleanText } from '#lib/text/text.ts';
import type { AuditEvent, AuditKind } from '#platform/audit/audit.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { Platform } from '#platform/platform.ts';
import { checkWebhookUrl, descriptionLimits, formerSecretSeconds } from './webhook.policy.ts';
import { newWebhookSecret, sealSecret } from './webhook-secret.ts';
import type { Scope, WebhookRow, WebhooksRepo } from './webhooks.repo.ts';

type NewWebhook = Body<'POST /vid/api/admin/webhooks'>;
type Change = Body<'PATCH /vid/api/admin/webhooks/:webhookId'>;

export type WebhookCall = Scope & {
  readonly actorId: string | null;
  /**
   * The account that is notified when a webhook added by the caller fails; null for the operator and for a
   * machine client.
   */
  readonly accountId: string | null;
  readonly caller: AuditEvent['caller'];
};

/** Changes that are not recorded for an undo, because an intruder gains no data by them. */
const harmless: ReadonlySet<AuditKind> = new Set(['webhook.disabled', 'webhook.removed']);

/**
 * Returns the account whose rights the change uses; for a machine client, the account that created the
 * client's secret or set its keys; null for the operator.
 */
const giverOf = ({ accountId, caller }: WebhookCall): string | null =>
  accountId ?? caller.machine?.accountId ?? null;

type Deps = Platform & {
  readonly repo: WebhooksRepo;
  readonly kick: () => void;
};

export function createWebhooksService({ sql, repo, keys, audit, guard, config, kick }: Deps) {
  const rules = { isProduction: config.isProduction, ports: config.webhookPorts, guard };

  const clean = ({ url, description, events }: Change) => {
    const problem = url === undefined ? undefined : checkWebhookUrl(url, rules);
    if (problem) throw new AppError('VALIDATION_FAILED', { fields: { url: problem } });
    const text = description === undefined ? undefined : cleanText(description, descriptionLimits);
    if (text && 'problem' in text)
      throw new AppError('VALIDATION_FAILED', { fields: { description: text.problem } });
    return {
      ...(url !== undefined && { url }),
      ...(text && { description: text.text }),
      ...(events && { eventTypes: [...events] }),
    };
  };

  /**
   * Makes a change and writes its audit row, which contains only the host of a webhook's URL, because the
   * rest may contain a secret.
   */
  const change = (
    call: WebhookCall,
    id: string,
    work: (tx: Queryable, row: WebhookRow) => Promise<AuditKind | undefined>,
  ): Promise<void> =>
    beginAs(sql, call, async (tx) => {
      const row = await repo.lock(tx, call, id);
      if (!row) throw new AppError('NOT_FOUND');
      const kind = await work(tx, row);
      if (kind && !harmless.has(kind))
        await repo.recordChange(tx, row, {
          accountId: giverOf(call),
          former: row,
          makesSecret: kind === 'webhook.secret-rotated',
        });
      if (kind) await write(tx, kind, call, { id, url: row.url });
    });

  const write = (
    tx: Queryable,
    kind: AuditKind,
    { applicationId, accountId, actorId, caller }: WebhookCall,
    { id, url }: { readonly id: string; readonly url: string },
  ) =>
    audit.write(tx, {
      kind,
      accountId: accountId ?? undefined,
      actorId,
      caller,
      details: { webhookId: id, host: new URL(url).host, ...(applicationId !== null && { applicationId }) },
    });

  return {
    list: async (scope: Scope) => (await repo.list(scope)).map(toItem),

    /** @throws AppError NOT_FOUND if the webhook is not in `scope` */
    async get(scope: Scope, id: string) {
      const row = await repo.find(scope, id);
      if (!row) throw new AppError('NOT_FOUND');
      return { ...toItem(row), formerSecretUntil: row.formerUntil };
    },

    /**
     * Adds a webhook and returns its secret.
     * @throws AppError VALIDATION_FAILED for a refused URL or description, WEBHOOK_LIMIT if the scope has ten
     *   webhooks
     */
    async add(call: WebhookCall, input: NewWebhook): Promise<{ id: string; secret: string }> {
      const { description = '' } = clean(input);
      const secret = newWebhookSecret();
      const row = {
        id: newId('whk'),
        applicationId: call.applicationId,
        ownerId: call.accountId,
        url: input.url,
        description,
        eventTypes: [...input.events],
        sealedSecret: sealSecret(keys, secret),
      };
      await beginAs(sql, call, async (tx) => {
        if (!(await repo.insert(tx, row, maxWebhooks))) throw new AppError('WEBHOOK_LIMIT');
        await repo.recordChange(tx, row, { accountId: giverOf(call), former: null, makesSecret: true });
        await write(tx, 'webhook.added', call, row);
      });
      return { id: row.id, secret };
    },

    /**
     * @throws AppError NOT_FOUND if the webhook is not in the caller's scope, VALIDATION_FAILED for a refused
     *   URL or description
     */
    async change(call: WebhookCall, id: string, input: Change): Promise<void> {
      const columns = clean(input);
      await change(call, id, async (tx) => {
        if (Object.keys(columns).length === 0) return undefined;
        await repo.update(tx, id, columns);
        return 'webhook.changed';
      });
    },

    /** @throws AppError NOT_FOUND if the webhook is not in the caller's scope */
    remove: (call: WebhookCall, id: string): Promise<void> =>
      change(call, id, async (tx) => {
        await repo.remove(tx, id);
        return 'webhook.removed';
      }),

    /** @throws AppError NOT_FOUND if the webhook is not in the caller's scope */
    async setStatus(call: WebhookCall, id: string, status: 'active' | 'disabled'): Promise<void> {
      await change(call, id, async (tx, row) => {
        if (row.status === status) return undefined;
        await repo.setStatus(tx, id, status);
        return status === 'active' ? 'webhook.enabled' : 'webhook.disabled';
      });
      kick();
    },

    /** @throws AppError NOT_FOUND if the webhook is not in the caller's scope */
    async rotateSecret(
      call: WebhookCall,
      id: string,
      { endsFormer }: { readonly endsFormer: boolean },
    ): Promise<{ secret: string }> {
      const secret = newWebhookSecret();
      const formerSeconds = endsFormer ? 0 : formerSecretSeconds;
      await change(call, id, async (tx) => {
        await repo.rotateSecret(tx, id, { sealedSecret: sealSecret(keys, secret), formerSeconds });
        return 'webhook.secret-rotated';
      });
      return { secret };
    },
  };
}

const toItem = <Row extends WebhookRow>(row: Row) => ({
  ...row,
  events: webhookEventTypes.filter((type) => row.eventTypes.includes(type)),
});

export type WebhooksService = ReturnType<typeof createWebhooksService>;
