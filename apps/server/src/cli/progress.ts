import type { Context } from './command.ts';

const terminalMs = 1_000;
const logMs = 10_000;

/**
 * Shows the progress of `work` on standard error: on a terminal as one line that is rewritten, otherwise as a
 * new line every 10 s. Shows nothing with `--json`, which reserves standard error for the command's error.
 */
export async function withProgress<T>(
  { output, isJson }: Pick<Context, 'output' | 'isJson'>,
  read: () => Promise<string>,
  work: () => Promise<T>,
): Promise<T> {
  if (isJson) return work();
  const { rewrite } = output;
  let reading: Promise<void> | undefined;
  const timer = setInterval(
    () => {
      // The work survives an outage, during which its progress cannot be read.
      reading ??= read()
        .then(rewrite ?? output.err, () => undefined)
        .finally(() => (reading = undefined));
    },
    rewrite ? terminalMs : logMs,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await reading;
    rewrite?.('');
  }
}

export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
