import { colourStyle } from '@vid/contract/brand/style';
import type { AppParams } from '#operations/app-params/built-in-params.ts';

type Brand = Pick<AppParams, 'configurations' | 'imageUrls'>;

const cache = new WeakMap<Brand, string>();

/**
 * Returns a style sheet with the association's colours and logo; empty for the built-in brand. It follows the
 * app's own style sheet and is in no layer, so it takes precedence. It is cached for the parameters object.
 */
export function brandStyle(params: Brand): string {
  const known = cache.get(params);
  if (known !== undefined) return known;
  const { colours } = params.configurations;
  const style = (colours === null ? '' : colourStyle(colours)) + markOf(params);
  cache.set(params, style);
  return style;
}

/**
 * Returns a rule that replaces the built-in mark of the pre-rendered page by the logo; empty without a logo, and for a
 * logo that is neither on https nor a path of this server.
 */
function markOf({ imageUrls: { logo } }: Brand): string {
  if (logo === null || !URL.canParse(logo, 'http://page')) return '';
  const url = new URL(logo, 'http://page');
  if (url.protocol !== 'https:' && url.origin !== 'http://page') return '';
  const address = url.protocol === 'https:' ? url.href : url.pathname + url.search;
  // Inside a quoted string, these characters would end the string, the element or the line.
  const quoted = address.replace(/["\\<>\s]/gu, (character) => encodeURIComponent(character));
  return `.mark{background:url("${quoted}") center/contain no-repeat}.mark>*{display:none}`;
}
