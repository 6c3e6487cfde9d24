import type { AccessRule } from '#navigation/access.ts';
import type { Journey } from '#journeys/journey.ts';
import type { Page } from './lazy-page.ts';
import type { Path } from '#navigation/paths.ts';

/** `auth`: the form beside the slides. `shell`: sidebar, header, footer. `bare`: the page alone. */
export type LayoutName = 'auth' | 'shell' | 'bare';

export type RouteEntry = AccessRule & {
  /** One path or several that show the same page. */
  path: Path | readonly Path[];
  layout: LayoutName;
  page: Page;
  /** The journey that the page is a step of: it is shown only at its turn. */
  journey?: Journey;
};
