import { fileURLToPath } from 'node:url';
import root from '../../../../package.json' with { type: 'json' };

export type Program = {
  readonly version: string;
  /** The command that starts the server. */
  readonly start: string;
  /** Begins every other command of the operator. */
  readonly command: string;
  /** What to run if the web app is missing. */
  readonly repair: string;
  /** The default of VID_DATA_DIR. */
  readonly dataDir: string;
  /** The folder whose settings complete those of the environment. */
  readonly settingsFolder?: string;
  /** A release has `init`, but not the example applications. */
  readonly isRelease: boolean;
};

/** How the operator runs VID from a checkout. A release has its own values, `release/program.ts`. */
export const program: Program = {
  version: root.version,
  start: 'npm start',
  command: 'npm run vid --',
  repair: 'Run npm start, or node_modules/.bin/node apps/web/build/build.ts.',
  dataDir: fileURLToPath(new URL('../../../../.vid', import.meta.url)),
  isRelease: false,
};
