const FRAMES = ['-', '\\', '|', '/'];
const isTerminal = process.stderr.isTTY;
const FRAME_MS = 120;
const STILL_WORKING_MS = 5_000;

/**
 * Prints to standard error, because standard output is for results.
 * @param {string} message
 */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

/**
 * Shows a label while the work runs, then the time that the work took.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1_000).toFixed(1);
  let frame = 0;
  if (!isTerminal) say(`${label} ...`);
  const timer = setInterval(
    () => {
      if (isTerminal) process.stderr.write(`\r${FRAMES[frame++ % FRAMES.length]} ${label} (${seconds()} s)`);
      else say(`${label} ... ${seconds()} s`);
    },
    isTerminal ? FRAME_MS : STILL_WORKING_MS,
  );
  const clear = isTerminal ? '\r\u001B[2K' : '';
  try {
    const result = await work();
    process.stderr.write(`${clear}${label}: done (${seconds()} s)\n`);
    return result;
  } catch (error) {
    process.stderr.write(`${clear}${label}: failed (${seconds()} s)\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** An error that the user can fix, shown without a stack. */
export class ToolError extends Error {}

/**
 * Runs a tool's main function and turns an exception into a message and exit code 1.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runTool(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    say(
      error instanceof ToolError
        ? `\n${error.message}`
        : error instanceof Error
          ? String(error.stack)
          : String(error),
    );
    process.exitCode = 1;
  }
}
