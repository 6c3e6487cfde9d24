import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** An installed Chromium: VID_CHROMIUM, else the first of the usual names on the PATH. */
export function findChromium(): string {
  const chosen = process.env['VID_CHROMIUM'];
  if (chosen) return chosen;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const candidate = join(folder, name);
      if (existsSync(candidate)) return candidate;
    }
  }
  throw new Error(
    'No Chromium found: install one (Debian: apt-get install chromium) or name it in VID_CHROMIUM',
  );
}
