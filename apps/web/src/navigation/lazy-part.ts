import { type ComponentType, lazy } from 'react';
import { partOf, type PropsOf } from '#shared/lib/optional-part.ts';
import { loadPersistently } from './load-persistently.ts';

/**
 * Creates a lazy part, the export `name` of a module, that the page needs. Without a network, the page stays unchanged
 * and waits for the part. If the server responds but the part still cannot be loaded, the page reloads.
 */
export const neededPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy<ComponentType<PropsOf<Module[Name]>>>(() => loadPersistently(() => partOf(load, name)));
