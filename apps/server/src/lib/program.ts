import { fileURLToPath } from 'node:url';
import root from '../../../../package.json' with { type: 'json' };

export type Program = {
  readonly version: string;
  readonly start: string;
  readonly command: string;
  readonly repair: string;
  readonly dataDir: string;
  /** Folder with settings that the environment does not contain. */
  readonly settingsFolder?: string;
  /** True for a release, which has `init` but no example applications. */
  readonly isRelease: boolean;
};

/** Commands and folders of a checkout. Releases use `release/program.ts` instead. */
export const program: Program = {
  version: root.version,
  start: 'npm start',
  command: 'npm run vid --',
  repair: 'Run npm start, or node_modules/.bin/node apps/web/build/build.ts.',
  dataDir: fileURLToPath(new URL('../../../../.vid', import.meta.url)),
  isRelease: false,
};
