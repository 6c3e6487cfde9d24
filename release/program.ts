import { join } from 'node:path';
import type { Program } from '@vid/server/lib/program';
import root from '../package.json' with { type: 'json' };

const { XDG_DATA_HOME: dataHome, HOME: home = '.' } = process.env;

/** Commands and folders of a release. In the bundle, this module replaces the server's `lib/program.ts`. */
export const program: Program = {
  version: root.version,
  start: 'vid start',
  command: 'vid',
  repair: 'Unpack the release again.',
  // Keep the data outside the release's folder, because an upgrade replaces that folder (XDG Base Directory
  // Specification).
  dataDir: join(dataHome || join(home, '.local', 'share'), 'vid'),
  settingsFolder: '/etc/vid',
  isRelease: true,
};
