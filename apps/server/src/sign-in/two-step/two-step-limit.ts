import { failureWindowSeconds, twoStepPolicy } from '#account/two-step/two-step.policy.ts';
import type { Queryable } from '#database/connection.ts';
import type { Counters } from '#platform/limits/counters.ts';

export const failuresKeyOf = (step: { readonly device: string | null; readonly accountId: string }): string =>
  `two-step:${step.device ?? step.accountId}`;

export async function liftTwoStepLimit(tx: Queryable, accountId: string): Promise<void> {
  const devices = await tx<{ device: string }[]>`
    select encode(token_hash, 'hex') as device from known_devices where account_id = ${accountId}`;
  const keys = [null, ...devices.map(({ device }) => device)].map((device) =>
    failuresKeyOf({ device, accountId }),
  );
  // `counters.hit` locks in the same order, to prevent deadlocks.
  await tx`select from counters where key = any(${keys}::text[]) order by key collate "C" for update`;
  await tx`delete from counters where key = any(${keys}::text[])`;
}

/**
 * Returns the number of wrong app codes that unknown devices entered for an account, at most `failuresPerDay`.
 * `seconds` is the wait until the next code is accepted; null without a wait.
 */
export async function checkAppCodes(
  counters: Pick<Counters, 'peek' | 'listFull'>,
  accountId: string,
): Promise<{ readonly wrong: number; readonly seconds: number | null }> {
  const key = failuresKeyOf({ device: null, accountId });
  const limit = twoStepPolicy.failuresPerDay;
  const points = await counters.peek([key]);
  const [full] = await counters.listFull([{ key, windowSeconds: failureWindowSeconds, limit }]);
  return { wrong: Math.min(points.get(key) ?? 0, limit), seconds: full?.seconds ?? null };
}
