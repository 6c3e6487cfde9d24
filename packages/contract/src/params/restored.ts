import type { ParamName, ParamValues } from '../endpoints/admin/params.ts';

/**
 * Functions that restore an earlier value of a section. Provinces that were added later stay in the list but are
 * disabled, because accounts may use these provinces.
 */
export const restoredValues: {
  readonly [K in ParamName]: (earlier: ParamValues[K], current: ParamValues[K]) => ParamValues[K];
} = {
  brand: (earlier) => earlier,
  contact: (earlier) => earlier,
  slides: (earlier) => earlier,
  objects: (earlier) => earlier,
  messages: (earlier) => earlier,
  zns: (earlier) => earlier,
  provinces(earlier, current) {
    const codes = new Set(earlier.map(({ code }) => code));
    const added = current.filter(({ code }) => !codes.has(code));
    if (added.length === 0) return earlier;
    return inOrder([...earlier, ...added.map((province) => ({ ...province, isDisabled: true }))]);
  },
};

export function inOrder(provinces: ParamValues['provinces']): ParamValues['provinces'] {
  return provinces.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
