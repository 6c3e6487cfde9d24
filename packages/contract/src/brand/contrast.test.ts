import { describe, expect, it } from 'vitest';
import {
  contrastOf,
  contrastsOf,
  defaultBrandColours,
  findUnreadable,
  hoverOf,
  minContrast,
  softOf,
} from './contrast.ts';

describe('contrastOf', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#0b5d51', '#ffffff', 7.77],
  ])('computes the contrast of %s and %s as %d', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 1);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });
});

describe("the association's brand colours", () => {
  it('are readable by default', () => {
    expect(findUnreadable(defaultBrandColours)).toBeUndefined();
    for (const { ratio } of contrastsOf(defaultBrandColours))
      expect(ratio).toBeGreaterThanOrEqual(minContrast);
  });

  it('are rejected if text is unreadable in either theme', () => {
    const { light, dark } = defaultBrandColours;
    expect(findUnreadable({ light: { ...light, brand: '#5cc4b0' }, dark })).toMatchObject({ theme: 'light' });
    expect(findUnreadable({ light: { ...light, hover: '#ffff00' }, dark })).toMatchObject({
      theme: 'light',
      pair: 'text-on-hover',
    });
    expect(findUnreadable({ light, dark: { ...dark, brand: '#0b5d51' } })).toMatchObject({ theme: 'dark' });
  });

  it('form six pairs in the light theme, each with its contrast', () => {
    const light = contrastsOf(defaultBrandColours).filter(({ theme }) => theme === 'light');
    const { brand, hover } = defaultBrandColours.light;
    expect(light.map(({ pair, ratio }) => [pair, ratio])).toEqual([
      ['text-on-brand', contrastOf('#ffffff', brand)],
      ['text-on-hover', contrastOf('#ffffff', hover)],
      ['brand-on-background', contrastOf(brand, '#f6f8f5')],
      ['brand-on-card', contrastOf(brand, '#ffffff')],
      ['brand-on-soft', contrastOf(brand, softOf('light', brand))],
      ['hover-on-card', contrastOf(hover, '#ffffff')],
    ]);
  });

  it('are mixed with the card colour for a soft background', () => {
    expect(softOf('light', '#000000')).toBe('#e3e3e3');
    expect(softOf('light', '#ffffff')).toBe('#ffffff');
  });

  it('determine the hover colour of each theme', () => {
    expect(hoverOf('light', '#7a1f3d')).toBe('#621931');
    expect(hoverOf('dark', '#f0a0b0')).toBe('#f3b3c0');
    for (const theme of ['light', 'dark'] as const)
      expect(hoverOf(theme, defaultBrandColours[theme].brand)).toBe(defaultBrandColours[theme].hover);
  });
});
