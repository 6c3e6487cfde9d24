import type { SmsChannel } from '@vid/contract/endpoints/admin/sms-shapes';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import type { SmsBalancesRow } from '#database/tables.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import type { SmsGateway } from '#ports/sms/sms.ts';

export const balanceTask = 'read-sms-balances';
const timeoutMs = 10_000;

type Settings = Pick<Config, 'smsBalanceAlarm'>;
export type SmsBalance = Pick<SmsBalancesRow, 'channel' | 'readAt'> & { readonly dong: number };

export async function listSmsBalances(sql: Sql, channels: readonly SmsChannel[]): Promise<SmsBalance[]> {
  return sql<SmsBalance[]>`
    select channel, dong::float8 as dong, read_at from sms_balances
    where channel = any(${[...channels]}::text[]) order by channel`;
}

export const isLow = ({ dong }: Pick<SmsBalance, 'dong'>, { smsBalanceAlarm }: Settings): boolean =>
  dong < smsBalanceAlarm;

type Deps = {
  readonly sql: Sql;
  readonly gateways: readonly SmsGateway[];
  readonly config: Settings;
  readonly metrics: Pick<Metrics, 'gauge'>;
};

/** Stores the balances of gateways that report them. Returns undefined if no gateway does. */
export function createSmsBalances({ sql, gateways, config, metrics }: Deps) {
  const telling = gateways.flatMap(({ channel, readBalance }) =>
    readBalance ? [{ channel, readBalance }] : [],
  );
  if (telling.length === 0) return undefined;
  const channels = telling.map(({ channel }) => channel);
  const list = () => listSmsBalances(sql, channels);
  metrics.gauge(
    'vid_sms_balance_low',
    'SMS gateways whose account balance is low.',
    'max',
    async () => (await list()).filter((balance) => isLow(balance, config)).length,
  );
  return {
    list,

    async read(): Promise<void> {
      for (const { channel, readBalance } of telling) {
        const dong = await readBalance({ timeoutMs });
        if (dong === undefined) continue;
        await sql`
          insert into sms_balances (channel, dong) values (${channel}, ${Math.round(dong)})
          on conflict (channel) do update set dong = excluded.dong, read_at = now()`;
      }
    },
  };
}
