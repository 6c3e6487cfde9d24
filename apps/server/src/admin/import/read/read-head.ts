import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { AppError } from '#lib/app-error.ts';
import type { HeadInput, HeadResult } from './head-worker.ts';
import { headLimits } from '../read-limits.ts';

/**
 * Reads the first rows of a file. A spreadsheet's whole archive must be parsed for that, so a thread with time
 * and memory limits reads one file at a time, and an upload cannot stall requests or exhaust the memory of the
 * process.
 */
export function createHeadReader(limits: { readonly [K in keyof typeof headLimits]: number } = headLimits) {
  const queue = new PQueue({ concurrency: 1 });

  const readInThread = async (input: HeadInput): Promise<HeadResult> => {
    const worker = new Worker(new URL('./head-worker.ts', import.meta.url), {
      workerData: input,
      // The thread needs no environment. With the environment of `node --watch`, it would also report the
      // modules it loads.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    try {
      const signal = AbortSignal.timeout(limits.milliseconds);
      const [result]: HeadResult[] = await once(worker, 'message', { signal });
      if (!result) throw new Error('the thread sent no result');
      return result;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ABORT_ERR') return { problem: 'fileTime' };
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: 'fileTooLarge' };
      throw error;
    } finally {
      await worker.terminate();
    }
  };

  return {
    /**
     * Reads the first rows of a file in a thread.
     * @param load returns the file when its turn has come
     * @throws AppError BUSY if too many files wait
     */
    read: async (load: () => Promise<HeadInput>): Promise<HeadResult> => {
      if (queue.size >= limits.waiting) throw new AppError('BUSY');
      return queue.add(async () => readInThread(await load()));
    },
  };
}
