import { type ComponentType, lazy } from 'react';
import { loadPersistently } from './load-persistently.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** A part that the page can do without. Nothing is shown in its place if it cannot be loaded, for example offline. */
export const optionalPart = <Props extends object>(load: Load<Props>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));

/**
 * A part that the page needs. Without a network, the page stays as it is and waits for the part. If the server answers
 * but the part still cannot be loaded, the page reloads.
 */
export const neededPart = <Props extends object>(load: Load<Props>) =>
  lazy<ComponentType<Props>>(() => loadPersistently(load));
