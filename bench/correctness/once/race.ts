/** The secrets that VID issues for a single use, in the order of a round. */
export const secretKinds = [
  'captcha-answer',
  'captcha-token',
  'one-time-code',
  'otp-token',
  'sign-up',
  'authorization-code',
  'community-code',
  'refresh-token',
  'device-code',
] as const;
export type SecretKind = (typeof secretKinds)[number];

export type Answered = { readonly status: number };

export type Tally = {
  rounds: number;
  /** Rounds with a wrong number of winners or a wrong effect. */
  wrong: number;
  serverErrors: number;
  /** Uses that got no response. */
  broken: number;
  firstWrong?: string;
};

export type Races = {
  readonly tallies: ReadonlyMap<SecretKind, Tally>;
  wants(kinds: readonly SecretKind[]): boolean;
  /**
   * Uses one secret many times in parallel, alternating between the servers. Returns the first winning response, or
   * undefined without a winner. By default, a round is right if it has exactly one winner. `isOnce` replaces this
   * check. A secret of a kind that was not selected is used once, because later steps need its result.
   */
  race<T extends Answered>(
    kind: SecretKind,
    use: (origin: string) => Promise<T>,
    isOnce?: (won: readonly T[]) => Promise<boolean>,
  ): Promise<T | undefined>;
};

export function createRaces(options: {
  readonly origins: readonly [string, ...string[]];
  readonly parallel: number;
  readonly wanted: ReadonlySet<SecretKind>;
}): Races {
  const { origins, parallel, wanted } = options;
  const tallies = new Map<SecretKind, Tally>();
  return {
    tallies,
    wants: (kinds) => kinds.some((kind) => wanted.has(kind)),
    async race(kind, use, isOnce) {
      if (!wanted.has(kind)) {
        const answer = await use(origins[0]);
        if (answer.status !== 200) throw new Error(`${kind} returned ${answer.status}`);
        return answer;
      }
      const tally = tallies.get(kind) ?? { rounds: 0, wrong: 0, serverErrors: 0, broken: 0 };
      tallies.set(kind, tally);
      const results = await Promise.allSettled(
        Array.from({ length: parallel }, (_, index) => use(origins[index % origins.length] ?? origins[0])),
      );
      const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const won = answers.filter(({ status }) => status === 200);
      tally.rounds += 1;
      tally.broken += results.length - answers.length;
      tally.serverErrors += answers.filter(({ status }) => status >= 500).length;
      if (!(isOnce ? await isOnce(won) : won.length === 1)) {
        tally.wrong += 1;
        const statuses = Map.groupBy(answers, ({ status }) => status);
        const counts = [...statuses].map(([status, those]) => `${those.length} × ${status}`);
        tally.firstWrong ??= `round ${tally.rounds}: ${counts.join(', ')}`;
      }
      return won[0];
    },
  };
}
