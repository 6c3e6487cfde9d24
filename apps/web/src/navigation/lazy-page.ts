import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Area } from '#shared/i18n/loaders.ts';
import { commonEvents } from '#state/common.ts';
import { loadPersistently } from './load-persistently.ts';

export type Page = ComponentType | LazyExoticComponent<ComponentType>;

/** Loads a module that exports the component `Name`. */
export type LoadModule<Name extends string> = () => Promise<{ readonly [N in Name]: ComponentType }>;

const preloads = new WeakMap<Page, () => Promise<unknown>>();

/**
 * A page that is loaded with its texts when it is first opened. The previous page stays until then, and the global
 * loader appears after 300 ms.
 */
export function lazyPage<Name extends string>(
  load: LoadModule<Name>,
  name: Name,
  ...texts: readonly Area[]
): Page {
  let loaded: Promise<{ default: ComponentType }> | undefined;
  const loadOnce = (): Promise<{ default: ComponentType }> => {
    loaded ??= loadPersistently(async () => {
      const [module] = await Promise.all([load(), loadTexts(...texts)]);
      return { default: module[name] };
    });
    return loaded;
  };
  const page = lazy(async () => {
    commonEvents.loadingStarted();
    try {
      return await loadOnce();
    } finally {
      commonEvents.loadingStopped();
    }
  });
  preloads.set(page, loadOnce);
  return page;
}

/** Loads a page before it is rendered, without showing the loader. */
export async function preloadPage(page: Page): Promise<void> {
  await preloads.get(page)?.();
}
