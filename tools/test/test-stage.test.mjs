import { fstatSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToolError } from '../lib/say.mjs';
import { runStage } from '../lib/test-stage.mjs';

/** @type {Map<string, import('../lib/test-stage.mjs').Result>} */
let results;
/** @type {string[]} */
let log;
beforeEach(() => {
  results = new Map();
  log = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    log.push(String(text));
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** @param {string} name */
const failedCount = (name) => results.get(name)?.counts.failed;

/** @param {string} name @param {() => Promise<void>} work @param {string[]} [needs] */
const step = (name, work, needs = []) => ({ name, title: name, work, needs });

const fail = async () => {
  throw new ToolError('no compiler');
};

/**
 * Returns work that reports `passed` passed tests and two skipped tests.
 * @param {number} passed
 */
const skippedBut = (passed) => async () => ({ counts: { passed, failed: 0, skipped: 2 }, failures: [] });

/** @param {string} name */
const command = (name) => ({
  name,
  title: name,
  command: [
    process.execPath,
    '-e',
    `console.log('${name} 1'); setTimeout(() => console.log('${name} 2'), 50)`,
  ],
});

describe('runStage', () => {
  it('runs a step after the steps of the same stage that it needs', async () => {
    /** @type {string[]} */
    const order = [];
    const note = (/** @type {string} */ name) => async () => {
      order.push(name);
    };
    await runStage([step('size', note('size'), ['build']), step('build', note('build'))], 'node', results);
    expect(order).toEqual(['build', 'size']);
    expect([failedCount('build'), failedCount('size')]).toEqual([0, 0]);
  });

  it('skips a step if the step that it needs has failed', async () => {
    const work = vi.fn(async () => undefined);
    await runStage([step('build', fail)], 'node', results);
    await runStage([step('size', work, ['build']), step('other', work)], 'node', results);
    expect(work).toHaveBeenCalledTimes(1);
    expect([failedCount('build'), failedCount('size'), failedCount('other')]).toEqual([1, 1, 0]);
    expect(log.join('')).toContain('no compiler');
    expect(results.get('build')?.failures).toEqual(['build\n  no compiler']);
    expect(results.get('size')?.failures).toEqual([]);
    expect(results.get('size')?.line).toMatch(/^not run/u);
  });

  it('does not report a step as passed if all its tests were skipped', async () => {
    const all = { ...step('all', async () => undefined), readReport: skippedBut(0) };
    const some = { ...step('some', async () => undefined), readReport: skippedBut(1) };
    await runStage([all], 'node', results);
    await runStage([some], 'node', results);
    expect(results.get('all')?.line).toMatch(/^SKIPPED .*: 0 passed, 0 failed, 2 skipped$/u);
    expect(results.get('some')?.line).toMatch(/^passed /u);
    expect(log.join('')).toContain('all: SKIPPED');
  });

  it('runs a step if the step that it needs was not selected', async () => {
    await runStage([step('size', async () => undefined, ['build'])], 'node', results);
    expect(failedCount('size')).toBe(0);
  });

  it('shows the output of parallel commands without mixing it', async () => {
    await runStage([command('a'), command('b')], process.execPath, results);
    expect(log.join('')).toContain('a 1\na 2\n');
    expect(log.join('')).toContain('b 1\nb 2\n');
  });

  it('shows the output of a live command while other steps run', async () => {
    const script = `process.exitCode = fs.fstatSync(1).ino === ${fstatSync(1).ino} ? 0 : 1`;
    /** @param {string} name */
    const sharesOutput = (name) => ({ name, title: name, command: [process.execPath, '-e', script] });
    const live = { ...sharesOutput('live'), isLive: true };
    await runStage([live, sharesOutput('quiet')], process.execPath, results);
    expect([failedCount('live'), failedCount('quiet')]).toEqual([0, 1]);
  });

  it('hides VID_* variables from a command', async () => {
    vi.stubEnv('VID_DATABASE_URL', 'postgres://production');
    const print = [process.execPath, '-e', "console.log('url:', process.env.VID_DATABASE_URL)"];
    const quiet = step('quiet', async () => undefined);
    await runStage([{ name: 'env', title: 'env', command: print }, quiet], process.execPath, results);
    expect(log.join('')).toContain('url: undefined');
  });
});
