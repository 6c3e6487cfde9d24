import type { FromGenerator, ToGenerator } from './jobs.ts';
import { runLoop } from './loop.ts';
import { runOtp } from './otp.ts';
import { startCodes } from './codes.ts';

/** The load generator's process: one job at a time, told and answered over the parent's channel. */
const codes = await startCodes();

function tell(message: FromGenerator): void {
  process.send?.(message);
}

process.on('message', ({ id, job }: ToGenerator) => {
  const work = job.kind === 'loop' ? runLoop(job) : runOtp(job, codes);
  work.then(
    (outcome) => tell({ kind: 'done', id, outcome }),
    (error: unknown) =>
      tell({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) }),
  );
});
// The parent is gone, whatever ended it.
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready', smsUrl: codes.url });
