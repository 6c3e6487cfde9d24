type Options = {
  readonly rounds?: number;
  /** Items in a round. */
  readonly most?: number;
  /** Whether a failure may be one item's alone: then each of the round is tried by itself. */
  readonly isolates?: (error: unknown) => boolean;
};

/**
 * Turns calls of `work` with one item each into calls with many: while one runs (or `rounds` of them do), what comes
 * meanwhile waits for the next. A lone call waits for nobody; under load a statement serves several requests. `work` answers in the
 * order it was asked; where it throws, every call of that round does, unless `isolates` says that it may be the fault
 * of one.
 */
export function coalesce<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { rounds = 1, most = Number.POSITIVE_INFINITY, isolates = () => false }: Options = {},
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let running = 0;

  const runRound = async (round: readonly Waiting[]): Promise<void> => {
    try {
      const results = await work(round.map(({ item }) => item));
      for (const [index, { resolve, reject }] of round.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('a coalesced call got no answer'));
        else resolve(result);
      }
    } catch (error) {
      if (round.length > 1 && isolates(error)) await Promise.all(round.map((one) => runRound([one])));
      else for (const { reject } of round) reject(error);
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await runRound(waiting.splice(0, most));
    }
    running -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running >= rounds) return;
      running += 1;
      // Requests that were read from their sockets together ask one after the other: they begin together.
      setImmediate(() => void run());
    });
}
