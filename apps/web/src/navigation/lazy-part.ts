import { type ComponentType, lazy } from 'react';
import { loadPersistently } from './load-persistently.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/**
 * Creates a lazy part that the page can do without. Renders nothing if the part cannot be loaded, for example offline.
 */
export const optionalPart = <Props extends object>(load: Load<Props>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));

/**
 * Creates a lazy part that the page needs. Without a network, the page stays unchanged and waits for the part. If the
 * server answers but the part still cannot be loaded, the page reloads.
 */
export const neededPart = <Props extends object>(load: Load<Props>) =>
  lazy<ComponentType<Props>>(() => loadPersistently(load));
