import { textLimits } from '@vid/contract/limits';

export type TextProblem = 'characters' | 'tooLong';
export type TextVerdict = { readonly text: string } | { readonly problem: TextProblem };
type Limits = { readonly maxGraphemes: number; readonly maxBytes: number };

/**
 * Controls (a line break has no place in a name), bidirectional controls that make text read as something else
 * (Trojan Source), and noncharacters. Joiners stay: emoji and several scripts need them.
 */
const forbidden = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Whether PostgreSQL can keep a text, or all texts and names of a value, and UTF-8 carry it: no NUL, no lone surrogate. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([name, entry]) => isStorable(name) && isStorable(entry));
  return true;
}

/** The same of a value and its JSON, which can hold either by escapes alone (well-formed JSON.stringify, too). */
export function isStorableJson(json: string, value: unknown): boolean {
  return !json.includes('\\u') || isStorable(value);
}

/** Length in code points: what a person would count as characters of a password, the same in every encoding. */
export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/**
 * A short text as a person typed it: NFC, outer and repeated spaces dropped, refused (never cut) where it holds
 * what no name holds or is longer than its limits. Markup is left alone: it is shown as text.
 */
export function cleanText(input: string, limits: Limits = textLimits): TextVerdict {
  if (!isStorable(input)) return { problem: 'characters' };
  const text = input
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  if (forbidden.test(text)) return { problem: 'characters' };
  // Bytes first: a thousand combining marks are one grapheme, and counting graphemes is the dearer check.
  if (Buffer.byteLength(text) > limits.maxBytes) return { problem: 'tooLong' };
  if (countGraphemes(text) > limits.maxGraphemes) return { problem: 'tooLong' };
  return { text };
}

function countGraphemes(text: string): number {
  return [...graphemes.segment(text)].length;
}
