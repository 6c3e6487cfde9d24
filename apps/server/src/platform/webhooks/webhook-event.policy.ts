import type { WebhookEventType } from '@vid/contract/webhook-events';

type ApplicationOfEvent = { readonly id: string; readonly code: string };

export type WebhookEvent = { readonly accountId: string } & (
  | { readonly event: 'account.created'; readonly kind: string }
  | { readonly event: 'account.locked'; readonly lockedBy: 'owner' | 'association' }
  | { readonly event: 'account.unlocked' | 'account.deleted' }
  | { readonly event: 'application.used'; readonly applicationId: string }
  | { readonly event: 'application.withdrawn'; readonly application: ApplicationOfEvent }
  | { readonly event: 'purpose.withdrawn'; readonly purpose: string }
  | { readonly event: 'certificate.verified'; readonly expiresOn: string | null }
  | {
      readonly event: 'permission.changed';
      readonly application: ApplicationOfEvent;
      readonly permissionId: string;
      readonly change: 'added' | 'role' | 'locked' | 'unlocked' | 'removed';
      readonly role: string;
      readonly previousRole?: string | undefined;
    }
);

export type WebhookEndpoint = {
  readonly id: string;
  readonly applicationId: string | null;
  readonly isFirstParty: boolean;
  readonly eventTypes: readonly string[];
  readonly status: string;
};

export type Acquaintance = {
  readonly accountId: string;
  readonly applicationId: string;
  readonly rows: number;
};

export type WebhookMessage = {
  readonly endpointId: string;
  readonly type: WebhookEventType;
  readonly accountId: string;
  readonly data: object;
  /** `skipped`: the endpoint is disabled, so the message is kept only for a replay. */
  readonly status: 'pending' | 'skipped';
};

type Recipient = { readonly id: string; readonly isFirstParty: boolean; readonly rows: number };

type Announcement = {
  readonly type: WebhookEventType;
  /** Null if the association gets no message. */
  readonly forAssociation: object | null;
  readonly forApplications: object | null;
  readonly isFor: (application: Recipient) => boolean;
};

const knowsAccount = ({ rows }: Recipient): boolean => rows > 0;

/**
 * Announces an account to an application when the account first uses it or gets its first permission, whichever
 * comes first.
 */
const introduce = (sub: string, applicationId: string): Announcement => ({
  type: 'account.created',
  forAssociation: null,
  forApplications: { sub },
  isFor: ({ id, rows }) => id === applicationId && rows === 1,
});

function announce(event: WebhookEvent): readonly Announcement[] {
  const sub = event.accountId;
  switch (event.event) {
    case 'account.created': {
      const forAssociation = { sub, kind: event.kind };
      return [{ type: event.event, forAssociation, forApplications: null, isFor: () => false }];
    }
    case 'account.locked': {
      const forAssociation = { sub, lockedBy: event.lockedBy };
      return [{ type: event.event, forAssociation, forApplications: { sub }, isFor: knowsAccount }];
    }
    case 'application.used':
      return [introduce(sub, event.applicationId)];
    case 'application.withdrawn': {
      const { id, code } = event.application;
      const data = { sub, purpose: null, application: code };
      return [
        {
          type: 'consent.withdrawn',
          forAssociation: data,
          forApplications: data,
          isFor: (application) => application.id === id,
        },
      ];
    }
    case 'purpose.withdrawn': {
      const forAssociation = { sub, purpose: event.purpose, application: null };
      return [{ type: 'consent.withdrawn', forAssociation, forApplications: null, isFor: () => false }];
    }
    case 'certificate.verified': {
      const data = { sub, expiresOn: event.expiresOn };
      // The scope `broker`, which covers the certificate, does not limit webhooks, so third parties must not
      // receive the certificate.
      const isFor = (application: Recipient) => application.isFirstParty && knowsAccount(application);
      return [{ type: event.event, forAssociation: data, forApplications: data, isFor }];
    }
    case 'permission.changed': {
      const { application, permissionId, change, role, previousRole = null } = event;
      const data = { sub, application: application.code, permissionId, role, previousRole, change };
      const changed: Announcement = {
        type: event.event,
        forAssociation: data,
        forApplications: data,
        isFor: ({ id }) => id === application.id,
      };
      return change === 'added' ? [introduce(sub, application.id), changed] : [changed];
    }
    default:
      return [{ type: event.event, forAssociation: { sub }, forApplications: { sub }, isFor: knowsAccount }];
  }
}

export function messagesOf(
  events: readonly WebhookEvent[],
  endpoints: readonly WebhookEndpoint[],
  acquaintances: readonly Acquaintance[],
): readonly WebhookMessage[] {
  const rowsOf = new Map(
    acquaintances.map(({ accountId, applicationId, rows }) => [`${accountId} ${applicationId}`, rows]),
  );
  return events.flatMap((event) =>
    announce(event).flatMap(({ type, forAssociation, forApplications, isFor }) =>
      endpoints.flatMap(({ id, applicationId, isFirstParty, eventTypes, status }): WebhookMessage[] => {
        const { accountId } = event;
        const data = applicationId === null ? forAssociation : forApplications;
        if (data === null || !eventTypes.includes(type)) return [];
        if (applicationId !== null) {
          const rows = rowsOf.get(`${accountId} ${applicationId}`) ?? 0;
          if (!isFor({ id: applicationId, isFirstParty, rows })) return [];
        }
        const isDisabled = status === 'disabled';
        return [{ endpointId: id, type, accountId, data, status: isDisabled ? 'skipped' : 'pending' }];
      }),
    ),
  );
}
