export type Colour = string;

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export type ThemeColours = { readonly brand: Colour; readonly hover: Colour };
export type BrandColours = Readonly<Record<Theme, ThemeColours>>;

const grounds = {
  light: { bg: '#f6f8f5', card: '#ffffff', onBrand: '#ffffff' },
  dark: { bg: '#0e1715', card: '#15211e', onBrand: '#06231e' },
} as const satisfies Record<Theme, Record<string, Colour>>;

export const defaultBrandColours: BrandColours = {
  light: { brand: '#0b5d51', hover: '#084a41' },
  dark: { brand: '#5cc4b0', hover: '#7ad4c2' },
};

/** Share of the brand colour mixed into the card colour for the background of selected items. */
const softShare = { light: 0.11, dark: 0.12 } as const satisfies Record<Theme, number>;

/** Minimum contrast of text (WCAG 2, success criterion 1.4.3, level AA). */
export const minContrast = 4.5;

const brandPairs = [
  'text-on-brand',
  'text-on-hover',
  'brand-on-background',
  'brand-on-card',
  'brand-on-soft',
  'hover-on-card',
] as const;
export type BrandPair = (typeof brandPairs)[number];
export type PairContrast = { readonly theme: Theme; readonly pair: BrandPair; readonly ratio: number };

const channelsOf = (colour: Colour): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const added = channelsOf(other);
  const mixed = channelsOf(one).map((channel, index) =>
    Math.round(channel + ((added[index] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export function softOf(theme: Theme, brand: Colour): Colour {
  return mix(grounds[theme].card, brand, softShare[theme]);
}

export function hoverOf(theme: Theme, brand: Colour): Colour {
  const builtIn = defaultBrandColours[theme];
  return brand === builtIn.brand ? builtIn.hover : mix(brand, theme === 'light' ? '#000000' : '#ffffff', 0.2);
}

export function contrastsOf(colours: BrandColours): PairContrast[] {
  return themes.flatMap((theme) => {
    const { brand, hover } = colours[theme];
    const { bg, card, onBrand } = grounds[theme];
    const pairs: Record<BrandPair, readonly [Colour, Colour]> = {
      'text-on-brand': [onBrand, brand],
      'text-on-hover': [onBrand, hover],
      'brand-on-background': [brand, bg],
      'brand-on-card': [brand, card],
      'brand-on-soft': [brand, softOf(theme, brand)],
      'hover-on-card': [hover, card],
    };
    return brandPairs.map((pair) => ({ theme, pair, ratio: contrastOf(...pairs[pair]) }));
  });
}

/** Returns the pair of colours with the lowest contrast if it is below `minContrast`, otherwise undefined. */
export function findUnreadable(colours: BrandColours): PairContrast | undefined {
  const [lowest] = contrastsOf(colours).toSorted((a, b) => a.ratio - b.ratio);
  return lowest && lowest.ratio < minContrast ? lowest : undefined;
}
