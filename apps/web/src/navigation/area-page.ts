import { matchPath } from 'react-router';
import type { AreaPath } from './area-paths.ts';
import { type Page, preloadPage } from './lazy-page.ts';
import { basePath } from './paths.ts';

/** A page of an area. The first page whose path matches is shown. */
export type AreaPage = readonly [path: AreaPath, page: Page];

/** Loads the area page that the URL names, so that area and page are rendered together. */
export async function preloadInArea(pages: readonly AreaPage[]): Promise<void> {
  const opened = pages.find(([path]) => matchPath(`${basePath}${path}`, location.pathname) !== null);
  if (opened) await preloadPage(opened[1]);
}
