import { Type, type TSchema } from 'typebox';
import { IsoTime, nullable } from './endpoints/shapes.ts';

const Sub = Type.String({
  description: 'The id of the account: the `sub` of id tokens, userinfo and access tokens.',
  examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
});
const ApplicationCode = Type.String({ examples: ['sandat'] });
const Role = Type.String({ examples: ['editor'] });

export type WebhookEventSpec = {
  readonly summary: string;
  /**
   * Accounts or permissions of which an application receives the event. The association may subscribe to
   * every event.
   */
  readonly applications: string;
  readonly data: TSchema;
};

/**
 * The events that webhooks send, with the schemas of their `data`. The `data` has ids, codes and dates, but never a
 * person's name, phone or address.
 */
export const webhookEvents = {
  'account.created': {
    summary:
      'The association: an account was created. An application: it learns of an account, by its first sign-on or permission.',
    applications: 'An account that signs on for the first time, or gets its first permission.',
    data: Type.Object({
      sub: Sub,
      kind: Type.Optional(
        Type.Enum(['personal', 'enterprise'], {
          description: 'Only to the association.',
          examples: ['personal'],
        }),
      ),
    }),
  },
  'account.locked': {
    summary: 'An account was locked. It has no sessions and no tokens any more.',
    applications: 'Accounts that have used the application or have a permission in it.',
    data: Type.Object({
      sub: Sub,
      lockedBy: Type.Optional(
        Type.Enum(['owner', 'association'], {
          description: 'Only to the association.',
          examples: ['association'],
        }),
      ),
    }),
  },
  'account.unlocked': {
    summary: 'An account may sign in again. Its old sessions stay ended.',
    applications: 'Accounts that have used the application or have a permission in it.',
    data: Type.Object({ sub: Sub }),
  },
  'account.deleted': {
    summary: 'An account was erased. Delete what you hold about it, unless a law requires you to keep it.',
    applications: 'Accounts that had used the application or had a permission in it.',
    data: Type.Object({ sub: Sub }),
  },
  'permission.changed': {
    summary:
      'An account got, lost or changed a role in an application, or its permission was locked or unlocked.',
    applications: 'Permissions in this application.',
    data: Type.Object({
      sub: Sub,
      application: ApplicationCode,
      permissionId: Type.String({ examples: ['app_5m2c7x9k3f7d4s2z0w6q4n1b8v'] }),
      change: Type.Enum(['added', 'role', 'locked', 'unlocked', 'removed'], { examples: ['role'] }),
      role: Role,
      previousRole: nullable(Type.String({ examples: ['viewer'] }), {
        description: 'If `change` is `role`.',
      }),
    }),
  },
  'certificate.verified': {
    summary: 'The association confirmed the practising certificate of a broker.',
    applications:
      'The association’s own applications only, about accounts that have used them: no scope covers the certificate.',
    data: Type.Object({
      sub: Sub,
      expiresOn: nullable(Type.String({ format: 'date', examples: ['2031-05-31'] })),
    }),
  },
  'consent.withdrawn': {
    summary:
      'The member withdrew what an application may know, or (only to the association) the consent to a purpose.',
    applications: 'Withdrawals from this application. Its tokens no longer work.',
    data: Type.Object({
      sub: Sub,
      purpose: nullable(Type.String({ examples: ['marketing'] })),
      application: nullable(ApplicationCode),
    }),
  },
  'webhook.test': {
    summary: 'Sent by the test button. Every endpoint receives it.',
    applications: 'Sent by the test button.',
    data: Type.Object({ webhookId: Type.String({ examples: ['whk_5m2c7x9k3f7d4s2z0w6q4n1b8v'] }) }),
  },
} as const satisfies Readonly<Record<string, WebhookEventSpec>>;

export type WebhookEventType = keyof typeof webhookEvents;

export const webhookEventTypes = [
  'account.created',
  'account.locked',
  'account.unlocked',
  'account.deleted',
  'permission.changed',
  'certificate.verified',
  'consent.withdrawn',
] as const satisfies readonly WebhookEventType[];

export function webhookBody(type: WebhookEventType) {
  return Type.Object({
    type: Type.Literal(type),
    timestamp: { ...IsoTime, description: 'When the change was made. The same in every attempt and replay.' },
    data: webhookEvents[type].data,
  });
}
