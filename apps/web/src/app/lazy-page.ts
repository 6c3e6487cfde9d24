import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Area } from '#shared/i18n/loaders.ts';
import { loadingStarted, loadingStopped } from './loading.ts';

export type Page = ComponentType | LazyExoticComponent<ComponentType>;

/**
 * A page that comes with its texts when it is first opened. While it is on its way the page before stays, and
 * the global loader appears after 300 ms.
 */
export function lazyPage(load: () => Promise<ComponentType>, ...areas: readonly Area[]): Page {
  return lazy(async () => {
    loadingStarted();
    try {
      const [page] = await Promise.all([load(), loadTexts(...areas)]);
      return { default: page };
    } finally {
      loadingStopped();
    }
  });
}
