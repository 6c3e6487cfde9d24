import type { WebhookEventType } from '@vid/contract/webhook-events';

/** A change of an account, for systems that hold data about it. */
export type WebhookEvent = { readonly accountId: string } & (
  | { readonly event: 'account.created'; readonly kind: string }
  | { readonly event: 'account.locked'; readonly lockedBy: 'owner' | 'association' }
  | { readonly event: 'account.unlocked' | 'account.deleted' }
);

export type WebhookEndpoint = {
  readonly id: string;
  /** Null for an endpoint of the association. */
  readonly applicationId: string | null;
  readonly eventTypes: readonly string[];
  readonly status: string;
};

/** An application that an account has used, or has a permission in. */
export type Acquaintance = { readonly accountId: string; readonly applicationId: string };

export type WebhookMessage = {
  readonly endpointId: string;
  readonly type: WebhookEventType;
  readonly accountId: string;
  readonly data: object;
  /** `skipped` messages are kept for a replay, because their endpoint is disabled. */
  readonly status: 'pending' | 'skipped';
};

/** The data for the association and for applications. Null: no message. */
type Announcement = {
  readonly type: WebhookEventType;
  readonly forAssociation: object | null;
  readonly forApplications: object | null;
};

function announce(event: WebhookEvent): Announcement {
  const sub = event.accountId;
  switch (event.event) {
    case 'account.created':
      return {
        type: 'account.created',
        forAssociation: { sub, kind: event.kind },
        forApplications: null,
      };
    case 'account.locked':
      return {
        type: 'account.locked',
        forAssociation: { sub, lockedBy: event.lockedBy },
        forApplications: { sub },
      };
    default:
      return { type: event.event, forAssociation: { sub }, forApplications: { sub } };
  }
}

/**
 * The messages about events, one for each endpoint that receives the event: those of the association, and those of
 * applications that know the account.
 */
export function messagesOf(
  events: readonly WebhookEvent[],
  endpoints: readonly WebhookEndpoint[],
  acquaintances: readonly Acquaintance[],
): readonly WebhookMessage[] {
  const knows = new Set(acquaintances.map(({ accountId, applicationId }) => `${accountId} ${applicationId}`));
  return events.flatMap((event) => {
    const { type, forAssociation, forApplications } = announce(event);
    return endpoints.flatMap(({ id, applicationId, eventTypes, status }): WebhookMessage[] => {
      const data = applicationId === null ? forAssociation : forApplications;
      if (data === null || !eventTypes.includes(type)) return [];
      if (applicationId !== null && !knows.has(`${event.accountId} ${applicationId}`)) return [];
      return [
        {
          endpointId: id,
          type,
          accountId: event.accountId,
          data,
          status: status === 'disabled' ? 'skipped' : 'pending',
        },
      ];
    });
  });
}
