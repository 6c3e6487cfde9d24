import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { settings } from '@vid/server/config/settings';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../../tools/lib/runtime.mjs';
import { seedAccounts } from '../seed.ts';

/** A checkout of VID whose server is started: this one, or the one given by `--against`. */
export type Checkout = {
  readonly name: 'this' | 'other';
  readonly entry: URL;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Names of the VID_* settings that the checkout's server knows. */
  readonly settingNames: readonly string[];
  /** The checkout's own seed, because its tables may have different columns. */
  readonly seedAccounts: typeof seedAccounts;
};

const namesOf = (known: Readonly<Record<string, { readonly name: string }>>): string[] =>
  Object.values(known).map(({ name }) => name);

const entryPath = 'apps/server/src/main.ts';

export const thisCheckout: Checkout = {
  name: 'this',
  entry: pathToFileURL(resolve(import.meta.dirname, '../../..', entryPath)),
  flags: SERVER_FLAGS,
  environment: SERVER_ENVIRONMENT,
  settingNames: namesOf(settings),
  seedAccounts,
};

/** Reads the settings, server flags and seed of another checkout, which must be installed and built. */
export async function openCheckout(folder: string): Promise<Checkout> {
  const root = resolve(folder);
  const urlOf = (path: string): URL => pathToFileURL(join(root, path));
  const load = (path: string): Promise<unknown> => import(urlOf(path).href);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another version of a module that this file imports
  const runtime = (await load('tools/lib/runtime.mjs')) as {
    readonly SERVER_FLAGS?: readonly string[];
    readonly SERVER_ENVIRONMENT?: Readonly<Record<string, string>>;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another version of a module that this file imports
  const config = (await load('apps/server/src/config/settings.ts')) as { readonly settings: typeof settings };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another version of a module that this file imports
  const seed = (await load('bench/harness/seed.ts')) as { readonly seedAccounts: typeof seedAccounts };
  return {
    name: 'other',
    entry: urlOf(entryPath),
    flags: runtime.SERVER_FLAGS ?? [],
    environment: runtime.SERVER_ENVIRONMENT ?? {},
    settingNames: namesOf(config.settings),
    seedAccounts: seed.seedAccounts,
  };
}
