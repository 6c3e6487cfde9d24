import type { BrandColours } from '@vid/contract/brand/contrast';
import { colourStyle } from '@vid/contract/brand/style';

/** Restores the built-in colours: the app's style sheet is in a layer, and the server's style sheet is in none. */
const builtIn = ['brand', 'brand-hover', 'soft', 'panel', 'panel-deep']
  .map((name) => `--color-${name}:revert-layer`)
  .join(';');

let sheet: CSSStyleSheet | undefined;

/** Shows saved colours in this tab, because the page's style sheet still has the previous colours. */
export function showColours(colours: BrandColours | null): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(colours ? colourStyle(colours) : `:root,:root[data-theme=dark]{${builtIn}}`);
}
