import { describe, expect, it } from 'vitest';
import { messagesOf, type WebhookEvent } from './webhook-event.policy.ts';

const eventTypes = ['account.created', 'account.locked', 'account.unlocked', 'account.deleted'];
const endpoint = { eventTypes, status: 'active' };
const association = { ...endpoint, id: 'association', applicationId: null };
const shop = { ...endpoint, id: 'shop', applicationId: 'app_shop' };
const bank = { ...endpoint, id: 'bank', applicationId: 'app_bank' };
const endpoints = [association, shop, bank];
const sub = 'acc_a';
const knowsShop = [
  { accountId: sub, applicationId: 'app_shop' },
  { accountId: 'acc_b', applicationId: 'app_bank' },
];

/** The endpoints that receive a message about an event, with its type and data. */
const sent = (event: WebhookEvent) =>
  messagesOf([event], endpoints, knowsShop).map(({ endpointId, type, data }) => [endpointId, type, data]);

describe('the messages about an event', () => {
  it('announce a created account to the association only', () => {
    expect(sent({ event: 'account.created', accountId: sub, kind: 'personal' })).toEqual([
      ['association', 'account.created', { sub, kind: 'personal' }],
    ]);
  });

  it.each(['owner', 'association'] as const)(
    'tell only the association that the %s locked the account',
    (lockedBy) => {
      expect(sent({ event: 'account.locked', accountId: sub, lockedBy })).toEqual([
        ['association', 'account.locked', { sub, lockedBy }],
        ['shop', 'account.locked', { sub }],
      ]);
    },
  );

  it.each(['account.unlocked', 'account.deleted'] as const)(
    'send %s to the applications that know the account',
    (event) => {
      expect(sent({ event, accountId: sub })).toEqual([
        ['association', event, { sub }],
        ['shop', event, { sub }],
      ]);
    },
  );

  it('go to the endpoints that subscribe to the event, and are kept for a disabled endpoint', () => {
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

  it('name the account of each event', () => {
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
