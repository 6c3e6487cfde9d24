import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEveryMs = 1_000;
/** Of one core, over the last look; a process with more to do than that collects by itself. */
const idleShare = 0.1;
/** As a multiple of what the last collection left. */
const worthCollecting = 1.3;

/** As V8 offers it (`gc` of --expose-gc): in a task of its own, not within the call. */
type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>;

/**
 * V8 collects when it allocates. A process that a load has just left keeps the garbage of it until the next load,
 * a hundred megabytes as a rule, so when there is nothing to do it is told to collect. Returns how to stop.
 */
export function collectWhenIdle(collect: Collect = garbageCollector()): () => void {
  let cpu = process.cpuUsage();
  let floor = process.memoryUsage().heapUsed;
  let isCollecting = false;

  const look = async (): Promise<void> => {
    const spent = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const { heapUsed } = process.memoryUsage();
    if (heapUsed < floor) floor = heapUsed;
    const isIdle = spent.user + spent.system < lookEveryMs * 1_000 * idleShare;
    if (isCollecting || !isIdle || heapUsed < floor * worthCollecting) return;
    isCollecting = true;
    // The first finds what nobody uses, the second gives the emptied pages back.
    for (let round = 0; round < 2; round += 1) await collect({ type: 'major', execution: 'async' });
    floor = process.memoryUsage().heapUsed;
    // What the collection itself took is no work.
    cpu = process.cpuUsage();
    isCollecting = false;
  };

  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return () => clearInterval(timer);
}

/** Node offers the collector only under a flag, which code that is compiled from here on finds set. */
function garbageCollector(): Collect {
  setFlagsFromString('--expose-gc');
  // oxlint-disable-next-line no-unsafe-type-assertion -- the name that the flag defines in a new context
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
