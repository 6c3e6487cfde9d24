import { join } from 'node:path';
import type { Program } from '@vid/server/lib/program';
import root from '../package.json' with { type: 'json' };

const { XDG_DATA_HOME: dataHome, HOME: home = '.' } = process.env;

/** How the operator runs a release. The bundle has this module in place of the server's `lib/program.ts`. */
export const program: Program = {
  version: root.version,
  start: 'vid start',
  command: 'vid',
  repair: 'Unpack the release again.',
  // The next release replaces the folder of this one, so the data is elsewhere (XDG Base Directory Specification).
  dataDir: join(dataHome || join(home, '.local', 'share'), 'vid'),
  settingsFolder: '/etc/vid',
  isRelease: true,
};
