import type { SmsChannel } from '@vid/contract/endpoints/admin/sms-shapes';
import { measureSms } from '@vid/contract/messages/message-texts.policy';
import type { Logger } from 'pino';
import { proxyHint } from '#config/outgoing-proxy.ts';
import type { SmsOrders } from '#config/sms-orders.ts';
import { carrierOf } from '#lib/phone/carrier.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import { maxConnections } from '#ports/sms/post.ts';
import type { SmsAnswer, SmsGateway, SmsMessage, SmsOutcome } from '#ports/sms/sms.ts';
import type { SmsAttempts } from './sms-attempts.ts';
import {
  healthy,
  laterOf,
  nextChannel,
  orderOf,
  outcomeOf,
  stateAfter,
  stateDuring,
  type ChannelState,
  type Later,
  type Tried,
} from './sms-route.policy.ts';

type Deps = {
  readonly gateways: readonly SmsGateway[];
  readonly orders: SmsOrders;
  readonly attempts: Pick<SmsAttempts, 'note'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly timeoutMs: number;
};

/** `outcome`: the combined outcome of all gateways. `later`: the next attempt, if one follows. */
export type Routed = { readonly outcome: SmsOutcome; readonly later: Later | undefined };

/** Time limit below which another attempt is pointless. */
const minAttemptMs = 300;

/**
 * Creates a router that tries the configured gateways in order. A message goes to the next gateway only if
 * the previous gateway certainly did not accept it, or later, if its delivery is not reported.
 */
export function createSmsRouter({ gateways, orders, attempts, log, timeoutMs }: Deps) {
  const states = new Map<SmsChannel, ChannelState>();
  const stateOf = (channel: SmsChannel): ChannelState => states.get(channel) ?? healthy;
  const isPaused = (channel: SmsChannel): boolean => stateOf(channel).pausedUntilMs > performance.now();
  const waiting = new Map<SmsChannel, number>();
  const countWaiting = (channel: SmsChannel, change: number): void =>
    void waiting.set(channel, (waiting.get(channel) ?? 0) + change);
  /**
   * Returns whether a gateway is tried last because it is paused or a message would wait for a connection.
   */
  const comesLast = (channel: SmsChannel): boolean =>
    isPaused(channel) || (waiting.get(channel) ?? 0) >= maxConnections;

  const ask = async (gateway: SmsGateway, message: SmsMessage, limitMs: number): Promise<SmsAnswer> => {
    try {
      return await gateway.send(message, { timeoutMs: limitMs });
    } catch (error) {
      // The message may or may not have been sent, so it must not be sent again.
      log.error({ err: error, sms: message.id }, 'SMS gateway failed unexpectedly');
      return { outcome: 'unknown', cause: 'broken-answer', detail: 'the gateway failed unexpectedly' };
    }
  };

  const attempt = async (gateway: SmsGateway, message: SmsMessage, limitMs: number): Promise<SmsOutcome> => {
    const { channel } = gateway;
    const startedAt = performance.now();
    states.set(channel, stateDuring(stateOf(channel), startedAt));
    countWaiting(channel, 1);
    const answer = await ask(gateway, message, limitMs);
    countWaiting(channel, -1);
    const now = performance.now();
    states.set(channel, stateAfter(stateOf(channel), answer.outcome, now));
    attempts.note({
      smsId: message.id,
      codeId: message.codeId ?? null,
      channel,
      purpose: message.purpose,
      maskedPhone: maskPhone(message.to),
      carrier: carrierOf(message.to),
      outcome: answer.outcome,
      cause: answer.outcome === 'accepted' ? null : answer.cause,
      reference: answer.outcome === 'accepted' ? (answer.reference ?? null) : null,
      price: answer.outcome === 'accepted' ? (answer.price ?? gateway.price ?? null) : null,
      parts: measureSms(message.text).parts,
      tookMs: Math.round(now - startedAt),
    });
    if (answer.outcome !== 'accepted') {
      const { cause, detail } = answer;
      const hint = cause === 'unreachable' ? proxyHint() : '';
      log.warn({ channel, cause, detail, sms: message.id }, `SMS gateway did not accept a message.${hint}`);
    }
    return answer.outcome;
  };

  return {
    isPaused,
    orders,
    channels: gateways.map(({ channel }) => channel),
    /** Gateways that send codes to an account of another service instead of the number's SIM. */
    codesOnly: gateways.filter(({ carriesCodesOnly }) => carriesCodesOnly).map(({ channel }) => channel),

    /**
     * Tries gateways in order until one of them may have the message, none is left or the time is up. Skips
     * the gateways in `without`.
     */
    async send(
      message: SmsMessage,
      { budgetMs, without = [] }: { readonly budgetMs: number; readonly without?: readonly SmsChannel[] },
    ): Promise<Routed> {
      const isCode = message.codeId !== undefined;
      const order = orderOf(gateways, orders, { isCode, carrier: carrierOf(message.to), without });
      const deadline = performance.now() + budgetMs;
      const tried: Tried[] = [];
      for (;;) {
        const channel = nextChannel({ order, tried, isPaused: comesLast });
        const gateway = gateways.find((one) => one.channel === channel);
        const leftMs = Math.min(timeoutMs, deadline - performance.now());
        if (!gateway || (tried.length > 0 && leftMs < minAttemptMs))
          return { outcome: outcomeOf(tried), later: laterOf(gateways, order, tried) };
        tried.push({ channel: gateway.channel, outcome: await attempt(gateway, message, leftMs) });
      }
    },
  };
}

export type SmsRouter = ReturnType<typeof createSmsRouter>;
