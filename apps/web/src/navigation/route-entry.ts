import type { TextsOf } from '#shared/i18n/loaders.ts';
import type { AccessRule } from './access.ts';
import { lazyPage, type LoadModule, type Page } from './lazy-page.ts';
import type { Path } from './paths.ts';

/** `auth` shows the form next to the slides, `shell` adds menu, header and footer, and `bare` shows the page alone. */
export type LayoutName = 'auth' | 'shell' | 'bare';

export type RouteEntry = AccessRule & {
  path: Path | readonly Path[];
  layout: LayoutName;
  page: Page;
};

type Rule = Omit<RouteEntry, 'path' | 'page'>;

/** Returns a function that declares one lazy route per call. Its routes share a rule and texts. */
export function lazyRoutes(rule: Rule, ...texts: readonly TextsOf[]) {
  return <Name extends string>(
    path: RouteEntry['path'],
    load: LoadModule<Name>,
    name: Name,
    own: Partial<Rule> = {},
  ): RouteEntry => ({ ...rule, ...own, path, page: lazyPage(load, name, ...texts) });
}
