import { AppError } from '#lib/app-error.ts';
import type { Counters } from '#platform/limits/counters.ts';
import type { Actor } from '#account/actor.ts';

type Deps = { readonly counters: Pick<Counters, 'hit'> };

/** The answers say which numbers have an account, so a manager must not be able to test many. */
const callsPerHour = { one: 120, list: 10 } as const;

export function createAddLimit({ counters }: Deps) {
  return {
    /**
     * Counts a call. The operator's calls are not counted, because the operator can read the accounts anyway.
     * @throws AppError RATE_LIMITED
     */
    async hit({ actorId }: Pick<Actor, 'actorId'>, size: keyof typeof callsPerHour): Promise<void> {
      if (actorId === null) return;
      const key = `permissions:${size}:${actorId}`;
      const [hit] = await counters.hit([{ key, windowSeconds: 3_600, limit: callsPerHour[size] }]);
      if (hit?.isOver) throw new AppError('RATE_LIMITED', { retryAfterSeconds: hit.resetsInSeconds });
    },
  };
}

export type AddLimit = ReturnType<typeof createAddLimit>;
