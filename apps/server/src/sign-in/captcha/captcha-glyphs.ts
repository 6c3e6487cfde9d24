/**
 * Characters of picture captchas, drawn as strokes on a grid 100 units high in SVG path commands (`M`, `L`,
 * `Q`), so no font needs to be installed. At most one character is taken from each group of characters that
 * look alike when distorted (0 O Q, 1 I, 7 T, 2 Z, 5 S, 6 G, 8 B, M N W). Vowels and D are left out, because Telex and
 * VNI add marks to them.
 */
export const glyphs: Readonly<Record<string, { readonly width: number; readonly strokes: string }>> = {
  C: { width: 56, strokes: 'M56 20 Q44 0 28 0 Q0 0 0 50 Q0 100 28 100 Q44 100 56 80' },
  F: { width: 52, strokes: 'M52 0 L0 0 L0 100 M0 48 L42 48' },
  H: { width: 56, strokes: 'M0 0 L0 100 M56 0 L56 100 M0 50 L56 50' },
  J: { width: 46, strokes: 'M46 0 L46 72 Q46 100 22 100 Q4 100 0 80' },
  K: { width: 56, strokes: 'M0 0 L0 100 M54 0 L0 56 M18 42 L56 100' },
  L: { width: 48, strokes: 'M0 0 L0 100 L48 100' },
  N: { width: 56, strokes: 'M0 100 L0 0 L56 100 L56 0' },
  P: { width: 56, strokes: 'M0 100 L0 0 L30 0 Q56 0 56 27 Q56 54 30 54 L0 54' },
  R: { width: 58, strokes: 'M0 100 L0 0 L30 0 Q56 0 56 27 Q56 54 30 54 L0 54 M26 54 L58 100' },
  T: { width: 60, strokes: 'M0 0 L60 0 M30 0 L30 100' },
  X: { width: 56, strokes: 'M0 0 L56 100 M56 0 L0 100' },
  3: {
    width: 54,
    strokes: 'M4 14 Q12 0 28 0 Q50 0 50 24 Q50 47 20 47 Q54 47 54 74 Q54 100 26 100 Q8 100 0 84',
  },
  4: { width: 58, strokes: 'M42 100 L42 0 L0 68 L58 68' },
  9: { width: 52, strokes: 'M52 32 Q52 60 26 60 Q0 60 0 30 Q0 0 26 0 Q52 0 52 32 Q52 100 16 100' },
};

export const captchaAlphabet = Object.keys(glyphs).join('');
