import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureOtherBrowsers, findFirefox, findWebKit } from '../lib/other-browsers.mjs';

let folder = '';
let log = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-other-browsers-test-'));
  vi.stubEnv('PATH', folder);
  log = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    log += String(text);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/**
 * Puts stand-ins for these programs into the only folder on PATH.
 * @param {string[]} names
 */
async function provide(...names) {
  for (const name of names) {
    const file = join(folder, name);
    await writeFile(file, '#!/bin/sh\nexit 0\n');
    await chmod(file, 0o755);
  }
}

describe('ensureOtherBrowsers', () => {
  it('installs nothing and prints nothing if both browsers are present', async () => {
    await provide('firefox-esr', 'WebKitWebDriver', 'Xvfb');
    await ensureOtherBrowsers();
    expect([findFirefox(), findWebKit()]).toEqual([
      join(folder, 'firefox-esr'),
      join(folder, 'WebKitWebDriver'),
    ]);
    expect(log).toBe('');
  });

  it('reports that WebKitGTK tests are skipped without apt-get', async () => {
    // Without apt-get, nothing can be installed. Without Xvfb, WebKitGTK has no screen.
    await provide('firefox', 'WebKitWebDriver');
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    await ensureOtherBrowsers();
    expect(findWebKit()).toBeUndefined();
    expect(log).toContain(
      'WebKitGTK is not installed, so its tests are skipped. This system has no apt-get.',
    );
    expect(log).not.toContain('Firefox is');
  });

  it('reports for each missing browser that only root can install it', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1_000);
    await ensureOtherBrowsers();
    expect(log).toContain('Firefox is not installed, so its tests are skipped. Only root can install');
    expect(log).toContain('WebKitGTK is not installed, so its tests are skipped. Only root can install');
  });
});
