import type { FromGenerator, Job, Outcome, ToGenerator } from '../../load/jobs.ts';
import { endChild, startChild } from './child.ts';

export type Generator = {
  readonly smsUrl: string;
  /**
   * Runs a job. Slow operations only lower the count.
   * @throws if more than one in a thousand operations fails
   */
  run(job: Job): Promise<Outcome>;
  stop(): Promise<void>;
};

type Pending = { readonly resolve: (outcome: Outcome) => void; readonly reject: (error: Error) => void };

const maxFailureShare = 0.001;

export async function startGenerator(logFile: string): Promise<Generator> {
  const child = startChild(new URL('../../load/generator.ts', import.meta.url), {
    logFile,
    hasChannel: true,
  });
  const pending = new Map<number, Pending>();
  let nextId = 0;
  const smsUrl = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => {
      const error = new Error(`the load generator exited; see ${logFile}`);
      reject(error);
      for (const job of pending.values()) job.reject(error);
    });
    child.on('message', (message: FromGenerator) => {
      if (message.kind === 'ready') {
        resolve(message.smsUrl);
        return;
      }
      const job = pending.get(message.id);
      pending.delete(message.id);
      if (message.kind === 'done') job?.resolve(message.outcome);
      else job?.reject(new Error(message.reason));
    });
  });
  return {
    smsUrl,
    async run(job) {
      nextId += 1;
      const id = nextId;
      const outcome = await new Promise<Outcome>((resolve, reject) => {
        pending.set(id, { resolve, reject });
        child.send({ id, job } satisfies ToGenerator);
      });
      for (const sample of [outcome.main, ...(outcome.probe ? [outcome.probe] : [])]) {
        const answered = Object.values(sample.statuses).reduce((sum, count) => sum + count, 0);
        const failed = answered - sample.count + sample.broken;
        if (failed > maxFailureShare * answered) {
          throw new Error(
            `${job.origin}: ${failed} of ${answered + sample.broken} failed: ${JSON.stringify(sample.statuses)}, ${sample.broken} broken: ${sample.firstFailure ?? ''}`,
          );
        }
      }
      return outcome;
    },
    stop: () => endChild(child),
  };
}
