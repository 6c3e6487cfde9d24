import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEveryMs = 1_000;
/**
 * Of one core, over several looks in a row; a process with more to do than that collects by itself. A collection is a
 * pause of a tenth of a second, so that it waits until a load is surely over and not between two parts of it.
 */
const idleShare = 0.05;
const idleLooks = 10;
/** Above what the last collection left: of objects, or of pages that V8 holds although nothing is in them any more. */
const worthCollecting = { heapUsed: 24 * 1024 * 1024, rss: 64 * 1024 * 1024 };
const restMs = 10_000;

/** As V8 offers it (`gc` of --expose-gc): in a task of its own, not within the call. */
type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'async';
  readonly flavor: 'regular' | 'last-resort';
}) => Promise<void>;

/**
 * V8 collects when it allocates. A process that a load has just left keeps the garbage of it until the next load,
 * a hundred megabytes as a rule, and that of the start, so when there is nothing to do it is told to collect. Returns
 * how to stop.
 */
export function collectWhenIdle(collect: Collect = garbageCollector()): () => void {
  let cpu = process.cpuUsage();
  // Of the start nothing has been collected yet, and it leaves the most.
  let floor = { heapUsed: 0, rss: 0 };
  let isCollecting = false;
  let idle = 0;
  let collectedAt = Number.NEGATIVE_INFINITY;

  const look = async (): Promise<void> => {
    const spent = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const { heapUsed, rss } = process.memoryUsage();
    floor = { heapUsed: Math.min(heapUsed, floor.heapUsed), rss: Math.min(rss, floor.rss) };
    idle = spent.user + spent.system < lookEveryMs * 1_000 * idleShare ? idle + 1 : 0;
    const isDue = idle >= idleLooks && performance.now() - collectedAt >= restMs;
    const isWorth =
      heapUsed >= floor.heapUsed + worthCollecting.heapUsed || rss >= floor.rss + worthCollecting.rss;
    if (isCollecting || !isDue || !isWorth) return;
    isCollecting = true;
    try {
      // The first finds what nobody uses. The second, with little left to do, gives the emptied pages back to the
      // system as well, which V8 otherwise keeps for a load to come, as a rule for ever.
      for (const flavor of ['regular', 'last-resort'] as const)
        await collect({ type: 'major', execution: 'async', flavor });
    } finally {
      floor = process.memoryUsage();
      collectedAt = performance.now();
      // What the collection itself took is no work.
      cpu = process.cpuUsage();
      isCollecting = false;
    }
  };

  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return () => clearInterval(timer);
}

/** Node offers the collector only under a flag, which code that is compiled from here on finds set. */
export function garbageCollector(): Collect {
  setFlagsFromString('--expose-gc');
  // oxlint-disable-next-line no-unsafe-type-assertion -- the name that the flag defines in a new context
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
