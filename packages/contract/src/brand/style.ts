import { softOf, type BrandColours, type ThemeColours } from './contrast.ts';

const hex = /^#[0-9a-f]{6}$/u;
const isValid = ({ brand, hover }: ThemeColours): boolean => hex.test(brand) && hex.test(hover);

/**
 * Returns a style sheet with the association's colours in both themes, or an empty string if a colour is not `#rrggbb`.
 */
export function colourStyle({ light, dark }: BrandColours): string {
  if (!isValid(light) || !isValid(dark)) return '';
  // White text must be as readable on the slide panel as on a light-theme button, so both use the same colours.
  const panel = `--color-panel:${light.brand};--color-panel-deep:${light.hover}`;
  return `:root{${variablesOf('light', light)};${panel}}:root[data-theme=dark]{${variablesOf('dark', dark)}}`;
}

function variablesOf(theme: 'light' | 'dark', { brand, hover }: ThemeColours): string {
  return `--color-brand:${brand};--color-brand-hover:${hover};--color-soft:${softOf(theme, brand)}`;
}
