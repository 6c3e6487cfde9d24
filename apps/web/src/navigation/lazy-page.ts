import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { TextsOf } from '#shared/i18n/loaders.ts';
import { commonEvents } from '#state/common.ts';
import { loadPersistently } from './load-persistently.ts';

export type Page = ComponentType;

export type LoadModule<Name extends string> = () => Promise<
  { readonly [N in Name]: ComponentType } & { readonly preload?: () => Promise<void> }
>;

type Parts = {
  readonly load: () => Promise<unknown>;
  readonly texts: readonly TextsOf[];
  readonly loadOnce: () => Promise<unknown>;
  readonly warm: () => Promise<unknown>;
};

const partsOfPages = new WeakMap<Page, Parts>();

/**
 * Creates a page that loads with its texts when it is first opened. The previous page remains visible while it loads,
 * and the global loader appears after 300 ms.
 */
export function lazyPage<Name extends string>(
  load: LoadModule<Name>,
  name: Name,
  ...texts: readonly TextsOf[]
): Page {
  let loading: Promise<{ default: ComponentType }> | undefined;
  let loaded: ComponentType | undefined;
  const loadParts = async (): Promise<{ default: ComponentType }> => {
    const [module] = await Promise.all([load(), loadTexts(...texts)]);
    await module.preload?.();
    loaded = module[name];
    return { default: loaded };
  };
  const loadOnce = (): Promise<{ default: ComponentType }> => {
    loading ??= loadPersistently(loadParts);
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
  // `lazy` suspends even if the module is loaded, so the first commit would replace the prerendered page with the empty
  // fallback. Keep the choice, because another element type would mount the page again.
  const page = (): ReactNode => {
    const [component] = useState(() => loaded ?? whenLoaded);
    return createElement(component);
  };
  partsOfPages.set(page, { load, texts, loadOnce, warm: loadParts });
  return page;
}

export async function preloadPage(page: Page): Promise<void> {
  await partsOfPages.get(page)?.loadOnce();
}

/** Loads a page that the user will probably open next. If that fails, the page loads when it is opened. */
export async function warmPage(page: Page): Promise<void> {
  await partsOfPages
    .get(page)
    ?.warm()
    .catch(() => {});
}

/** Returns a page's loading function and texts, for the hints of the build; undefined for a page that is not lazy. */
export function partsOf(page: Page): Pick<Parts, 'load' | 'texts'> | undefined {
  return partsOfPages.get(page);
}
