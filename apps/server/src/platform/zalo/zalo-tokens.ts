import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import { repeatOnOutage } from '#database/availability/repeat-on-outage.ts';
import type { Background } from '#lib/background.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import { runSoon } from '#platform/jobs/tasks.repo.ts';
import { createZaloExchange, type Exchange, type ZaloTokens } from '#ports/zalo-oauth.ts';
import { isRefused, nextToken, type TriedToken } from './zalo-renewal.policy.ts';
import { createZaloTokensRepo, type NewTokens } from './zalo-tokens.repo.ts';

type Deps = {
  readonly config: Config;
  readonly sql: Sql;
  readonly keys: Pick<Keys, 'seal' | 'open'>;
  readonly background: Background;
  readonly maySend: MaySend;
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly log: Logger;
};

type Known = { readonly token: string; readonly generation: number; readonly endsAtMs: number };

const sealPurpose = 'zalo-token';
export const renewalTask = 'renew-zalo-tokens';

export function createZaloTokens({ config, sql, keys, background, maySend, metrics, log }: Deps) {
  const { znsAppId: appId, znsAppSecret: appSecret, znsTokenUrl: url } = config;
  if (!config.smsChannels.includes('zns') || appId === undefined || appSecret === undefined) return undefined;
  const repo = createZaloTokensRepo(sql);
  metrics.gauge(
    'vid_zalo_token_seconds',
    'Time until the access token of Zalo ends. 0 if VID has none.',
    'max',
    async () => (await repo.findAccessToken())?.seconds ?? 0,
  );
  const exchange = createZaloExchange({ url, appId, appSecret });
  let known: Known | undefined;
  let reading: Promise<Known | undefined> | undefined;

  const read = async (): Promise<Known | undefined> => {
    const row = await repo.findAccessToken();
    known = row && {
      token: keys.open(sealPurpose, row.sealedAccessToken),
      generation: row.generation,
      endsAtMs: performance.now() + row.seconds * 1_000,
    };
    return known;
  };

  const seal = ({ accessToken, refreshToken, expiresInSeconds }: ZaloTokens): NewTokens => ({
    sealedAccessToken: keys.seal(sealPurpose, accessToken),
    sealedRefreshToken: keys.seal(sealPurpose, refreshToken),
    expiresInSeconds,
  });

  return {
    /**
     * Returns the access token; undefined without a valid one. Reads the database only if the token in memory
     * has expired or was refused.
     */
    async current(): Promise<string | undefined> {
      if (known && known.endsAtMs > performance.now()) return known.token;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return (await reading)?.token;
    },

    /**
     * Forgets a token that Zalo refused. If no process has a newer token, the tokens are renewed within
     * seconds.
     */
    refuse(token: string): void {
      if (known?.token !== token) return;
      const { generation } = known;
      known = undefined;
      background.run('renew the refused token of Zalo', () =>
        sql.begin(async (tx) => {
          if (await repo.endAccessToken(tx, generation)) await runSoon(tx, renewalTask);
        }),
      );
    },

    /**
     * Renews the tokens in one of the processes if they are about to expire. Keeps a refresh token until its
     * successor has worked, because Zalo may use it up although the response is lost. A copy of the database
     * renews nothing, because that would use up the original's tokens.
     */
    async renew(): Promise<void> {
      if (!(await maySend())) return;
      const row = await repo.claimRenewal();
      if (!row) return;
      const { generation, sealedRefreshToken, sealedFormerToken } = row;
      const tried: TriedToken[] = [];
      let failure = '';
      for (;;) {
        const which = nextToken(tried, sealedFormerToken !== null);
        const sealed = which === 'former' ? sealedFormerToken : sealedRefreshToken;
        if (which === undefined || sealed === null) break;
        const answer = await exchange(keys.open(sealPurpose, sealed));
        if (answer.outcome === 'renewed') {
          const tokens = seal(answer.tokens);
          // The refresh token is used up, so losing the new token would disconnect the account.
          await repeatOnOutage(() => repo.storeRenewal(generation, tokens, sealed));
          log.info('Zalo tokens renewed');
          return;
        }
        tried.push({ which, outcome: answer.outcome });
        failure = answer.detail;
      }
      await repo.storeFailure(generation, failure, isRefused(tried));
      log.error({ failure, tried }, 'failed to renew the Zalo tokens');
    },

    async connect(refreshToken: string): Promise<Exchange['outcome']> {
      const answer = await exchange(refreshToken);
      if (answer.outcome === 'renewed') {
        const tokens = seal(answer.tokens);
        await repeatOnOutage(() => repo.connect(tokens));
      }
      return answer.outcome;
    },

    isConnected: repo.isConnected,
  };
}
