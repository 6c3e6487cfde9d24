import type { Carrier, SmsChannel } from '@vid/contract/endpoints/admin/sms-shapes';
import { orderFor, type SmsOrders } from '#config/sms-orders.ts';
import type { SmsGateway, SmsOutcome } from '#ports/sms/sms.ts';

export type Tried = { readonly channel: SmsChannel; readonly outcome: SmsOutcome };

type Ability = Pick<SmsGateway, 'channel' | 'carriesCodesOnly' | 'reportSeconds'>;

/**
 * Returns the channels that may send a message, in order, without channels that do not carry the message or
 * may already have it.
 */
export function orderOf(
  gateways: readonly Ability[],
  orders: SmsOrders,
  message: {
    readonly isCode: boolean;
    readonly carrier: Carrier;
    readonly without: readonly SmsChannel[];
  },
): readonly SmsChannel[] {
  const { isCode, without } = message;
  return orderFor(orders, message).filter(
    (channel) =>
      !without.includes(channel) &&
      gateways.some((gateway) => gateway.channel === channel && (isCode || !gateway.carriesCodesOnly)),
  );
}

/** Another attempt by gateways outside `without`, made after a wait unless the delivery is reported first. */
export type Later = { readonly waitSeconds: number; readonly without: readonly SmsChannel[] };

/**
 * Returns when the next gateway repeats a message that the last gateway accepted or may have accepted;
 * undefined for any other message, if no gateway is left, or if the last gateway does not report deliveries
 * in time.
 */
export function laterOf(
  gateways: readonly Ability[],
  order: readonly SmsChannel[],
  tried: readonly Tried[],
): Later | undefined {
  const last = tried.at(-1);
  if (last?.outcome !== 'accepted' && last?.outcome !== 'unknown') return undefined;
  const waitSeconds = gateways.find(({ channel }) => channel === last.channel)?.reportSeconds;
  const without = tried.map(({ channel }) => channel);
  return waitSeconds !== undefined && order.some((channel) => !without.includes(channel))
    ? { waitSeconds, without }
    : undefined;
}

/**
 * Returns the next channel for a message; undefined if a gateway has the message or may have it, or if no
 * channel is left. Each channel is tried once, except a message's only channel, which is tried again if it was
 * broken. A paused channel comes last instead of being left out: many gateways refuse a bad number with the
 * same status as any other failure, so an attacker who requests codes for such numbers could otherwise stop all
 * messages.
 */
export function nextChannel({
  order,
  tried,
  isPaused,
}: {
  readonly order: readonly SmsChannel[];
  readonly tried: readonly Tried[];
  readonly isPaused: (channel: SmsChannel) => boolean;
}): SmsChannel | undefined {
  const last = tried.at(-1)?.outcome;
  if (last === 'accepted' || last === 'unknown') return undefined;
  if (order.length === 1 && tried.length === 1 && last === 'channel-broken') return order[0];
  const left = order.filter((channel) => !tried.some((attempt) => attempt.channel === channel));
  return left.find((channel) => !isPaused(channel)) ?? left[0];
}

/**
 * Returns the outcome over all gateways: that of the gateway that has or may have the message; otherwise
 * `channel-broken` if no gateway was tried or any was broken, because a later attempt may succeed; otherwise
 * the last outcome.
 */
export function outcomeOf(tried: readonly Tried[]): SmsOutcome {
  const last = tried.at(-1)?.outcome ?? 'channel-broken';
  if (last === 'accepted' || last === 'unknown') return last;
  return tried.some(({ outcome }) => outcome === 'channel-broken') ? 'channel-broken' : last;
}

export const pausePolicy = { faults: 5, pauseMs: 30_000 } as const;

export type ChannelState = { readonly faults: number; readonly pausedUntilMs: number };
export const healthy: ChannelState = { faults: 0, pausedUntilMs: 0 };

/**
 * Returns the state of a channel while a message is being sent. After a pause, one message tries the channel;
 * for other messages the pause continues until the outcome is known.
 */
export function stateDuring(state: ChannelState, nowMs: number): ChannelState {
  return state.faults < pausePolicy.faults ? state : { ...state, pausedUntilMs: nowMs + pausePolicy.pauseMs };
}

/**
 * Returns the state of a channel after an attempt. Five consecutive faults pause a channel, so that messages
 * do not wait for its timeout while another channel works. After the pause, a single fault pauses it again. A
 * refused number or text is not a fault of the channel.
 */
export function stateAfter(state: ChannelState, outcome: SmsOutcome, nowMs: number): ChannelState {
  if (outcome !== 'channel-broken' && outcome !== 'unknown') return healthy;
  const faults = state.faults + 1;
  return faults < pausePolicy.faults
    ? { ...state, faults }
    : { faults, pausedUntilMs: nowMs + pausePolicy.pauseMs };
}
