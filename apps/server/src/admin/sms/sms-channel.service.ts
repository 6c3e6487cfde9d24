import {
  carriers,
  smsCauses,
  type Carrier,
  type SmsCause,
  type SmsChannel,
} from '@vid/contract/endpoints/admin/sms-shapes';
import { OtpPurpose } from '@vid/contract/endpoints/sign-in/otp';
import type { Body, Data } from '@vid/contract/endpoints/index';
import type { AdminActor } from '#account/actor.ts';
import { maskPhoneForReader } from '#lib/phone/mask-phone.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { Platform } from '#platform/platform.ts';
import { isLow } from '#platform/sms/sms-balances.ts';
import { useOf } from '#platform/sms/sms-ceiling.policy.ts';
import { ceilingsOf, listSmsCosts, totalCost } from '#platform/sms/sms-cost.ts';
import { healthOf } from './sms-health.policy.ts';

type Health = Data<'GET /vid/api/admin/sms'>;

/** Reads the facts on which the breaker decides. Implemented by `sign-in/otp`. */
export type ReadBreaker = () => Promise<{
  readonly openSince: Date | null;
  readonly strangers: Health['strangers'];
  readonly hour: Health['hour'];
}>;

type Deps = Platform & { readonly readBreaker: ReadBreaker };

/** Purposes of messages with codes; all other messages are notices. */
const codePurposes: ReadonlySet<string> = new Set(OtpPurpose.anyOf.map((purpose) => purpose.const));

const healthMinutes = 15;
const shownFailures = 20;

const readCarrier = (stored: string): Carrier => carriers.find((carrier) => carrier === stored) ?? 'other';

/**
 * Returns the cause of a failure; `refused` for an unknown cause. A message without a stored cause was
 * accepted but not delivered.
 */
const readCause = (stored: string | null): SmsCause =>
  stored === null ? 'undelivered' : (smsCauses.find((cause) => cause === stored) ?? 'refused');

export function createSmsChannelService(deps: Deps) {
  const { sql, config, audit, smsBreaker, smsAttempts, smsCeiling, smsBalances, smsRouter, readBreaker } =
    deps;
  return {
    async get() {
      const [replies, decided, hold, isCeilingReached] = await Promise.all([
        smsAttempts.countAnswers(healthMinutes),
        readBreaker(),
        smsBreaker.find(),
        smsCeiling.isReached(),
      ]);
      const { strangers, hour, openSince } = decided;
      const decidedState = hold?.state ?? (openSince === null ? 'closed' : 'open');
      const state = isCeilingReached ? 'open' : decidedState;
      const since = hold?.setAt ?? openSince;
      return {
        health: healthOf(replies),
        replies,
        hour,
        strangers,
        breaker: {
          state,
          isCeilingReached,
          openSince: decidedState === 'open' ? since : null,
          hold: hold ? { ...hold, by: { id: hold.setBy, name: hold.setByName }, since: hold.setAt } : null,
        },
      };
    },

    async getGateways() {
      // Store the attempts of this process, so that the figures include a message that has just failed.
      await smsAttempts.flush();
      const [counts, failures, costs, balances] = await Promise.all([
        smsAttempts.countDay(),
        smsAttempts.listFailures(shownFailures),
        listSmsCosts(sql, config.smsPrice),
        smsBalances?.list() ?? [],
      ]);
      const channels = new Set([...smsRouter.channels, ...counts.map(({ channel }) => channel)]);
      const ceilings = ceilingsOf(config);
      const cost = totalCost(costs, config.smsPrice);
      const costOf = (channel: SmsChannel) => {
        const known = costs.find((of) => of.channel === channel && of.isKnown);
        return known ? { today: known.today, month: known.month } : null;
      };
      const balanceOf = (channel: SmsChannel) => {
        const known = balances.find((balance) => balance.channel === channel);
        return known ? { dong: known.dong, at: known.readAt, isLow: isLow(known, config) } : null;
      };
      const { all, notice, carriers: own } = smsRouter.orders;
      return {
        orders: [
          { messages: 'all' as const, channels: all },
          ...(notice ? [{ messages: 'notice' as const, channels: notice }] : []),
          ...carriers.flatMap((carrier) => {
            const order = own[carrier];
            return order ? [{ messages: carrier, channels: order }] : [];
          }),
        ],
        gateways: [...channels].map((channel) => ({
          channel,
          isPaused: smsRouter.isPaused(channel),
          balance: balanceOf(channel),
          cost: costOf(channel),
          carriers: counts
            .filter((count) => count.channel === channel)
            .map(({ carrier, ...count }) => ({ ...count, carrier: readCarrier(carrier) })),
        })),
        failures: failures.map(
          ({ createdAt, channel, nextChannel, maskedPhone, purpose, carrier, cause }) => ({
            channel,
            nextChannel,
            kind: codePurposes.has(purpose) ? ('code' as const) : ('notice' as const),
            at: createdAt,
            phone: maskPhoneForReader(maskedPhone),
            carrier: readCarrier(carrier),
            cause: readCause(cause),
          }),
        ),
        ceilings: {
          level: useOf(cost ?? { today: 0, month: 0 }, ceilings).level,
          day: ceilings.day ?? null,
          month: ceilings.month ?? null,
        },
        cost,
      };
    },

    hold: (
      { state, minutes, reason }: Body<'POST /vid/api/admin/sms/breaker'>,
      by: AdminActor,
    ): Promise<void> =>
      beginAs(sql, by, async (tx) => {
        await smsBreaker.hold(tx, { state, minutes, reason, setBy: by.actorId });
        const kind = state === 'open' ? 'sms-breaker.opened' : 'sms-breaker.closed';
        await audit.write(tx, { kind, ...by, details: { minutes, reason } });
      }),

    /** Ends a hold of the breaker. Changes and audits nothing if there is no hold. */
    release: (reason: string, by: AdminActor): Promise<void> =>
      beginAs(sql, by, async (tx) => {
        if (!(await smsBreaker.release(tx))) return;
        await audit.write(tx, { kind: 'sms-breaker.released', ...by, details: { reason } });
      }),
  };
}
