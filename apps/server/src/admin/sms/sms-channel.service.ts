import type { BodyOf, DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { AdminActor } from '#account/actor.ts';
import type { Sql } from '#database/connection.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { SmsBreaker } from '#platform/sms/sms-breaker.ts';
import type { SmsHealthLog } from '#platform/sms/sms-health.ts';
import { healthOf } from './sms-health.policy.ts';

type Health = DataOf<Endpoints['GET /vid/api/admin/sms']>;

/** Reads the facts by which the breaker decides. Implemented by `sign-in/otp`. */
export type ReadBreaker = () => Promise<{
  readonly openSince: Date | null;
  readonly strangers: Health['strangers'];
  readonly hour: Health['hour'];
}>;

type Deps = {
  readonly sql: Sql;
  readonly audit: Audit;
  readonly smsBreaker: Pick<SmsBreaker, 'hold' | 'release' | 'find'>;
  readonly smsHealth: Pick<SmsHealthLog, 'read'>;
  readonly readBreaker: ReadBreaker;
};

const healthMinutes = 15;

/** Shows administrators the SMS channel, and lets them hold the breaker. */
export function createSmsChannelService({ sql, audit, smsBreaker, smsHealth, readBreaker }: Deps) {
  return {
    async get(): Promise<Health> {
      const [replies, decided, hold] = await Promise.all([
        smsHealth.read(healthMinutes),
        readBreaker(),
        smsBreaker.find(),
      ]);
      const { strangers, hour, openSince } = decided;
      const state = hold?.state ?? (openSince === null ? 'closed' : 'open');
      const since = hold?.setAt ?? openSince;
      return {
        health: healthOf(replies),
        replies,
        hour,
        strangers,
        breaker: {
          state,
          openSince: state === 'open' && since !== null ? since.toISOString() : null,
          hold: hold
            ? {
                state: hold.state,
                by: { id: hold.setBy, name: hold.setByName },
                reason: hold.reason,
                since: hold.setAt.toISOString(),
                expiresAt: hold.expiresAt.toISOString(),
              }
            : null,
        },
      };
    },

    hold: (
      { state, minutes, reason }: BodyOf<Endpoints['POST /vid/api/admin/sms/breaker']>,
      { actorId, caller }: AdminActor,
    ): Promise<void> =>
      sql.begin(async (tx) => {
        await smsBreaker.hold(tx, { state, minutes, reason, setBy: actorId });
        const kind = state === 'open' ? 'sms-breaker.opened' : 'sms-breaker.closed';
        await audit.write(tx, { kind, actorId, caller, details: { minutes, reason } });
      }),

    /** Returns the decision to the breaker. Changes nothing and writes no audit row if the breaker already decides. */
    release: (reason: string, { actorId, caller }: AdminActor): Promise<void> =>
      sql.begin(async (tx) => {
        if (!(await smsBreaker.release(tx))) return;
        await audit.write(tx, { kind: 'sms-breaker.released', actorId, caller, details: { reason } });
      }),
  };
}

export type SmsChannelService = ReturnType<typeof createSmsChannelService>;
