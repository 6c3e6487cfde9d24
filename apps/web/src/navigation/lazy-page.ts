import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Area } from '#shared/i18n/loaders.ts';
import { commonEvents } from '#state/common.ts';

export type Page = ComponentType | LazyExoticComponent<ComponentType>;

/** Loads a module that exports the component `Name`. */
export type LoadModule<Name extends string> = () => Promise<{ readonly [N in Name]: ComponentType }>;

/**
 * A page that is loaded with its texts when it is first opened. The previous page stays until then, and the global
 * loader appears after 300 ms.
 */
export function lazyPage<Name extends string>(
  load: LoadModule<Name>,
  name: Name,
  ...texts: readonly Area[]
): Page {
  return lazy(async () => {
    commonEvents.loadingStarted();
    try {
      const [module] = await Promise.all([load(), loadTexts(...texts)]);
      return { default: module[name] };
    } finally {
      commonEvents.loadingStopped();
    }
  });
}
