import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Area } from '#shared/i18n/loaders.ts';
import { commonEvents } from '#state/common.ts';
import { loadPersistently } from './load-persistently.ts';

export type Page = ComponentType;

/** Loads a module that exports the component `Name`. */
export type LoadModule<Name extends string> = () => Promise<{ readonly [N in Name]: ComponentType }>;

const preloads = new WeakMap<Page, () => Promise<unknown>>();

/**
 * Creates a page that loads with its texts when it is first opened. The previous page remains visible while it loads,
 * and the global loader appears after 300 ms.
 */
export function lazyPage<Name extends string>(
  load: LoadModule<Name>,
  name: Name,
  ...texts: readonly Area[]
): Page {
  let loading: Promise<{ default: ComponentType }> | undefined;
  let loaded: ComponentType | undefined;
  const loadOnce = (): Promise<{ default: ComponentType }> => {
    loading ??= loadPersistently(async () => {
      const [module] = await Promise.all([load(), loadTexts(...texts)]);
      loaded = module[name];
      return { default: loaded };
    });
    return loading;
  };
  const whenLoaded = lazy(async () => {
    commonEvents.loadingStarted();
    try {
      return await loadOnce();
    } finally {
      commonEvents.loadingStopped();
    }
  });
  // `lazy` suspends even if the module is loaded, so the first commit would replace the pre-rendered page with the
  // empty fallback. Keep the choice, because another element type would mount the page again.
  const page = (): ReactNode => {
    const [component] = useState(() => loaded ?? whenLoaded);
    return createElement(component);
  };
  preloads.set(page, loadOnce);
  return page;
}

/** Loads a page before it is rendered, without showing the loader. */
export async function preloadPage(page: Page): Promise<void> {
  await preloads.get(page)?.();
}
