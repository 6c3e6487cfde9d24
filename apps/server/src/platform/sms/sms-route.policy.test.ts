import { describe, expect, it } from 'vitest';
import type { SmsOrders } from '#config/sms-orders.ts';
import {
  healthy,
  laterOf,
  nextChannel,
  orderOf,
  outcomeOf,
  pausePolicy,
  stateAfter,
  stateDuring,
  type Tried,
} from './sms-route.policy.ts';

const order = ['esms', 'speedsms', 'http'] as const;
const never = () => false;
const isEsms = (channel: string) => channel === 'esms';
const tried = (...outcomes: readonly Tried['outcome'][]): readonly Tried[] =>
  outcomes.map((outcome, index) => ({ channel: order[index] ?? 'http', outcome }));

const withZns = [
  { channel: 'zns', carriesCodesOnly: true, reportSeconds: 20 },
  { channel: 'esms' },
  { channel: 'http' },
] as const;

describe('the order of SMS channels', () => {
  const all = ['zns', 'esms', 'http'] as const;
  const code = { isCode: true, carrier: 'viettel', without: [] } as const;
  const notice = { ...code, isCode: false };
  const orderIn = (orders: Partial<SmsOrders>, message: Parameters<typeof orderOf>[2]) =>
    orderOf(withZns, { all, carriers: {}, ...orders }, message);

  it('excludes a codes-only channel for a notice', () => {
    expect(orderIn({}, code)).toEqual(['zns', 'esms', 'http']);
    expect(orderIn({}, notice)).toEqual(['esms', 'http']);
    expect(orderIn({ notice: ['zns', 'http'] }, notice)).toEqual(['http']);
  });

  it('excludes unconfigured channels and those that may have the message', () => {
    expect(orderIn({}, { ...code, without: ['zns', 'http'] })).toEqual(['esms']);
    expect(orderIn({ all: ['speedsms', 'http'] }, code)).toEqual(['http']);
  });

  it('can differ for notices', () => {
    const orders = { notice: ['http', 'esms'] } as const;
    expect(orderIn(orders, notice)).toEqual(['http', 'esms']);
    expect(orderIn(orders, code)).toEqual(['zns', 'esms', 'http']);
  });

  it('can differ for the numbers of a carrier', () => {
    const orders = { carriers: { viettel: ['http', 'zns'] } } as const;
    expect(orderIn(orders, code)).toEqual(['http', 'zns']);
    expect(orderIn(orders, notice)).toEqual(['http']);
    expect(orderIn(orders, { ...code, carrier: 'itel' })).toEqual(['zns', 'esms', 'http']);
  });

  it('is the carrier’s order for a notice, limited to the notice order', () => {
    const orders = { notice: ['http'], carriers: { viettel: ['esms', 'http'] } } as const;
    expect(orderIn(orders, notice)).toEqual(['http']);
    expect(orderIn(orders, code)).toEqual(['esms', 'http']);
  });
});

describe('a later attempt by another SMS channel', () => {
  const codeOrder = ['zns', 'esms', 'http'] as const;
  const after = (...attempts: readonly Tried[]) => laterOf(withZns, codeOrder, attempts);

  it.each(['accepted', 'unknown'] as const)(
    'is made 20 seconds after the outcome %s of a reporting channel',
    (outcome) => {
      expect(after({ channel: 'zns', outcome })).toEqual({ waitSeconds: 20, without: ['zns'] });
    },
  );

  it.each(['number-refused', 'text-refused', 'channel-broken'] as const)(
    'is not made after the outcome %s of a reporting channel',
    (outcome) => {
      expect(after({ channel: 'zns', outcome })).toBeUndefined();
    },
  );

  it('is not made after a channel that reports no deliveries', () => {
    expect(
      after({ channel: 'zns', outcome: 'number-refused' }, { channel: 'esms', outcome: 'accepted' }),
    ).toBe(undefined);
    expect(after()).toBeUndefined();
  });

  it('excludes every channel that was tried', () => {
    const attempts = [
      { channel: 'esms', outcome: 'channel-broken' },
      { channel: 'zns', outcome: 'accepted' },
    ] as const;
    expect(laterOf(withZns, ['esms', 'zns', 'http'], attempts)).toEqual({
      waitSeconds: 20,
      without: ['esms', 'zns'],
    });
    expect(laterOf(withZns, ['esms', 'zns'], attempts)).toBeUndefined();
  });
});

describe('the next SMS channel', () => {
  it('is the first of the order for a new message', () => {
    expect(nextChannel({ order, tried: [], isPaused: never })).toBe('esms');
  });

  it.each(['number-refused', 'text-refused', 'channel-broken'] as const)(
    'is the second after the outcome %s of the first',
    (outcome) => {
      expect(nextChannel({ order, tried: tried(outcome), isPaused: never })).toBe('speedsms');
    },
  );

  it.each(['accepted', 'unknown'] as const)('does not exist after the outcome %s', (outcome) => {
    expect(nextChannel({ order, tried: tried(outcome), isPaused: never })).toBeUndefined();
    expect(nextChannel({ order, tried: tried('channel-broken', outcome), isPaused: never })).toBeUndefined();
  });

  it('does not exist after every channel was tried', () => {
    const all = tried('channel-broken', 'number-refused', 'channel-broken');
    expect(nextChannel({ order, tried: all, isPaused: never })).toBeUndefined();
  });

  it('is a paused channel only if no other is left', () => {
    expect(nextChannel({ order, tried: [], isPaused: isEsms })).toBe('speedsms');
    const refused = [
      { channel: 'speedsms', outcome: 'number-refused' },
      { channel: 'http', outcome: 'channel-broken' },
    ] as const;
    expect(nextChannel({ order, tried: refused, isPaused: isEsms })).toBe('esms');
    expect(nextChannel({ order, tried: [], isPaused: () => true })).toBe('esms');
  });

  it('is the only channel again if that channel was broken', () => {
    const only = { order: ['http'], isPaused: () => true } as const;
    const after = (...outcomes: readonly Tried['outcome'][]) =>
      nextChannel({ ...only, tried: outcomes.map((outcome) => ({ channel: 'http', outcome })) });
    expect(after('channel-broken')).toBe('http');
    expect(after('channel-broken', 'channel-broken')).toBeUndefined();
    expect(after('number-refused')).toBeUndefined();
  });
});

describe('the outcome of an SMS', () => {
  it.each([
    ['accepted', ['accepted']],
    ['accepted', ['channel-broken', 'accepted']],
    ['unknown', ['channel-broken', 'unknown']],
    ['channel-broken', ['channel-broken', 'number-refused']],
    ['number-refused', ['text-refused', 'number-refused']],
    ['channel-broken', []],
  ] as const)('is %s after %j', (outcome, outcomes) => {
    expect(outcomeOf(tried(...outcomes))).toBe(outcome);
  });
});

const stateOf = (outcomes: readonly Tried['outcome'][], nowMs = 0) =>
  outcomes.reduce((state, outcome) => stateAfter(state, outcome, nowMs), healthy);
const faults = (count: number) => Array.from({ length: count }, () => 'unknown' as const);

describe('an SMS channel', () => {
  it('is paused after five consecutive faults', () => {
    expect(stateOf(faults(4)).pausedUntilMs).toBe(0);
    expect(stateOf(faults(5), 1_000).pausedUntilMs).toBe(1_000 + pausePolicy.pauseMs);
  });

  it.each(['accepted', 'number-refused', 'text-refused'] as const)(
    'is healthy again after the outcome %s',
    (outcome) => {
      expect(stateOf([...faults(4), outcome, 'channel-broken'])).toEqual({ faults: 1, pausedUntilMs: 0 });
    },
  );

  it('is paused again by one fault after the pause', () => {
    const paused = stateOf(faults(5));
    expect(stateAfter(paused, 'channel-broken', 40_000).pausedUntilMs).toBe(40_000 + pausePolicy.pauseMs);
  });

  it('stays paused while one message tries it after the pause', () => {
    const paused = stateOf(faults(5));
    expect(stateDuring(paused, 40_000).pausedUntilMs).toBe(40_000 + pausePolicy.pauseMs);
    expect(stateAfter(stateDuring(paused, 40_000), 'accepted', 40_100)).toEqual(healthy);
    expect(stateDuring(stateOf(faults(4)), 40_000).pausedUntilMs).toBe(0);
  });
});
