import type { BrandColours } from '@vid/contract/brand/contrast';
import { colourStyle } from '@vid/contract/brand/style';

/** The colours of the app's style sheet, which is in a layer. The server's style sheet is in none. */
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
