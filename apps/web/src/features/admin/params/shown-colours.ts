import { type BrandColours, defaultBrandColours } from '@vid/contract/brand/contrast';
import { colourStyle } from '@vid/contract/brand/style';

let sheet: CSSStyleSheet | undefined;

/** Shows saved colours in this tab. The style sheet that the server put into the page has the former ones. */
export function showColours(colours: BrandColours | null): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(colourStyle(colours ?? defaultBrandColours));
}
