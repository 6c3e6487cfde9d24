import { startCodes } from './codes.ts';
import type { FromGenerator, Job, Outcome, ToGenerator } from './jobs.ts';
import { runLoop } from './loop.ts';
import { runOtpSignIn } from './otp-sign-in.ts';
import { runQr } from './qr.ts';
import { runPasskeySignIn } from './passkey-sign-in.ts';
import { runSso } from './sso.ts';

/** Runs the load generator's process, which exchanges jobs and outcomes with its parent over an IPC channel. */
const codes = await startCodes();

function run(job: Job): Promise<Outcome> {
  if (job.kind === 'loop') return runLoop(job);
  if (job.kind === 'otp-sign-in') return runOtpSignIn(job, codes);
  if (job.kind === 'qr') return runQr(job);
  if (job.kind === 'passkey-sign-in') return runPasskeySignIn(job);
  return runSso(job);
}

function reply(message: FromGenerator): void {
  process.send?.(message);
}

process.on('message', ({ id, job }: ToGenerator) => {
  run(job).then(
    (outcome) => reply({ kind: 'done', id, outcome }),
    (error: unknown) =>
      reply({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
reply({ kind: 'ready', smsUrl: codes.url });
