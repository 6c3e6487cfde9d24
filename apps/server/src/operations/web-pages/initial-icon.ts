import { defaultBrandColours } from '@vid/contract/brand/contrast';
import { builtInNames } from '@vid/contract/brand/names';
import type { AppParams } from '#operations/app-params/built-in-params.ts';

export type Initial = { readonly letter: string; readonly colour: string };

const ink = '#ffffff';

/**
 * Returns the first letter or digit of the association's short name and the brand colour behind it; undefined
 * for the built-in name, which uses VID's mark, for a letter outside the Latin script, which the fonts lack,
 * and for a name without letters and digits.
 */
export function initialOf({ configurations }: Pick<AppParams, 'configurations'>): Initial | undefined {
  const { associationShortName, colours } = configurations;
  const name = associationShortName.vi;
  const letter = /[\p{L}\d]/u.exec(name.normalize('NFC'))?.[0].toLocaleUpperCase('vi') ?? '';
  if (name === builtInNames.shortName.vi || !/^[\p{Script=Latin}\d]$/u.test(letter)) return undefined;
  return { letter, colour: (colours ?? defaultBrandColours).light.brand };
}

/** Draws a PNG that is filled to its corners, because systems crop the icon to their own shapes. */
export async function drawInitial(
  { letter, colour }: Initial,
  { side, fonts }: { side: number; fonts: readonly Buffer[] },
): Promise<Buffer> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  const families = fonts.map((font, index) => {
    const family = `vid-icon-${index}`;
    if (!GlobalFonts.has(family)) GlobalFonts.register(font, family);
    return family;
  });
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, side, side);
  context.fillStyle = ink;
  context.font = `600 ${Math.round(side * 0.5)}px ${families.join(', ')}`;
  context.textAlign = 'center';
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(letter);
  context.fillText(letter, side / 2, (side + above - below) / 2);
  return canvas.encode('png');
}

export function svgOfInitial({ letter, colour }: Initial): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="11" fill="${colour}"/><text x="20" y="28" text-anchor="middle" font-family="Be Vietnam Pro,system-ui,sans-serif" font-weight="600" font-size="23" fill="${ink}">${letter}</text></svg>`;
}
