import { webhookEventTypes } from '@vid/contract/webhook-events';
import { describe, expect, it } from 'vitest';
import { messagesOf, type Acquaintance, type WebhookEvent } from './webhook-event.policy.ts';

const endpoint = { eventTypes: [...webhookEventTypes], status: 'active', isFirstParty: false };
const association = { ...endpoint, id: 'association', applicationId: null };
const shop = { ...endpoint, id: 'shop', applicationId: 'app_shop' };
const bank = { ...endpoint, id: 'bank', applicationId: 'app_bank', isFirstParty: true };
const endpoints = [association, shop, bank];
const shopOfEvent = { id: 'app_shop', code: 'shop' };
const sub = 'acc_a';
const knowsShop = [
  { accountId: sub, applicationId: 'app_shop', rows: 1 },
  { accountId: 'acc_b', applicationId: 'app_bank', rows: 1 },
];

const sent = (event: WebhookEvent, acquaintances: readonly Acquaintance[] = knowsShop) =>
  messagesOf([event], endpoints, acquaintances).map(({ endpointId, type, data }) => [endpointId, type, data]);

describe('the messages about an event', () => {
  it('announce a created account to the association only', () => {
    expect(sent({ event: 'account.created', accountId: sub, kind: 'personal' })).toEqual([
      ['association', 'account.created', { sub, kind: 'personal' }],
    ]);
  });

  it.each(['owner', 'association'] as const)(
    'announce only to the association that the %s locked the account',
    (lockedBy) => {
      expect(sent({ event: 'account.locked', accountId: sub, lockedBy })).toEqual([
        ['association', 'account.locked', { sub, lockedBy }],
        ['shop', 'account.locked', { sub }],
      ]);
    },
  );

  it.each(['account.unlocked', 'account.deleted'] as const)(
    'of type %s go to the association and applications with the account',
    (event) => {
      expect(sent({ event, accountId: sub })).toEqual([
        ['association', event, { sub }],
        ['shop', event, { sub }],
      ]);
    },
  );

  it('announce an account at the application’s first row about it', () => {
    const used = { event: 'application.used', accountId: sub, applicationId: 'app_shop' } as const;
    const known = (rows: number) => [{ accountId: sub, applicationId: 'app_shop', rows }];
    expect(sent(used, known(1))).toEqual([['shop', 'account.created', { sub }]]);
    expect(sent(used, known(2))).toEqual([]);
  });

  it('announce a withdrawn consent to an application without other rows', () => {
    const event = { event: 'application.withdrawn', accountId: sub, application: shopOfEvent } as const;
    const data = { sub, purpose: null, application: 'shop' };
    expect(sent(event, [])).toEqual([
      ['association', 'consent.withdrawn', data],
      ['shop', 'consent.withdrawn', data],
    ]);
  });

  it('announce a withdrawn purpose to the association only', () => {
    expect(sent({ event: 'purpose.withdrawn', accountId: sub, purpose: 'marketing' })).toEqual([
      ['association', 'consent.withdrawn', { sub, purpose: 'marketing', application: null }],
    ]);
  });

  it('announce a verified certificate to the association and to first-party applications', () => {
    const event = { event: 'certificate.verified', accountId: sub, expiresOn: '2031-05-31' } as const;
    const data = { sub, expiresOn: '2031-05-31' };
    expect(sent(event)).toEqual([['association', 'certificate.verified', data]]);
    const both = ['app_shop', 'app_bank'].map((applicationId) => ({
      accountId: sub,
      applicationId,
      rows: 2,
    }));
    expect(sent(event, both)).toEqual([
      ['association', 'certificate.verified', data],
      ['bank', 'certificate.verified', data],
    ]);
  });

  it('announce a permission change to its application and the association', () => {
    const changed = { event: 'permission.changed', accountId: sub, application: shopOfEvent } as const;
    const permission = { permissionId: 'app_p', role: 'editor' };
    const data = { sub, application: 'shop', ...permission };
    const added = { ...data, change: 'added', previousRole: null };
    expect(sent({ ...changed, ...permission, change: 'added' })).toEqual([
      ['shop', 'account.created', { sub }],
      ['association', 'permission.changed', added],
      ['shop', 'permission.changed', added],
    ]);
    const role = { ...data, change: 'role', previousRole: 'viewer' };
    expect(sent({ ...changed, ...permission, change: 'role', previousRole: 'viewer' })).toEqual([
      ['association', 'permission.changed', role],
      ['shop', 'permission.changed', role],
    ]);
    const removed = { ...data, change: 'removed', previousRole: null };
    expect(sent({ ...changed, ...permission, change: 'removed' }, [])).toEqual([
      ['association', 'permission.changed', removed],
      ['shop', 'permission.changed', removed],
    ]);
  });

  it('are kept as skipped for a disabled endpoint', () => {
    const created = { event: 'account.created', accountId: sub, kind: 'personal' } as const;
    const others = { ...association, eventTypes: ['account.locked'] };
    expect(messagesOf([created], [others], [])).toEqual([]);
    const disabled = { ...association, status: 'disabled' };
    const failing = { ...association, status: 'failing' };
    expect(messagesOf([created], [disabled, failing], []).map(({ status }) => status)).toEqual([
      'skipped',
      'pending',
    ]);
  });

  it('contain the account of each event', () => {
    const events = ['acc_a', 'acc_b'].map((accountId) => ({ event: 'account.deleted' as const, accountId }));
    expect(
      messagesOf(events, endpoints, knowsShop).map(({ endpointId, accountId }) => [endpointId, accountId]),
    ).toEqual([
      ['association', 'acc_a'],
      ['shop', 'acc_a'],
      ['association', 'acc_b'],
      ['bank', 'acc_b'],
    ]);
  });
});
