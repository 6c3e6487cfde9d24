import { cleanMarks } from '@vid/contract/clean-text';
import { textLimits } from '@vid/contract/limits';

export type TextProblem = 'characters' | 'tooLong';
export type TextVerdict = { readonly text: string } | { readonly problem: TextProblem };
type Limits = { readonly maxGraphemes: number; readonly maxBytes: number };

/**
 * Control characters, line separators, bidirectional controls that change how text reads (Trojan Source), and
 * noncharacters.
 */
const forbidden = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Returns whether PostgreSQL can store all strings of a value, including property names: no NUL, no lone
 * surrogates.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([name, entry]) => isStorable(name) && isStorable(entry));
  return true;
}

/**
 * Like `isStorable` for a parsed value, whose JSON text can contain NUL and lone surrogates only as escapes.
 */
export function isStorableJson(json: string, value: unknown): boolean {
  return !json.includes('\\u') || isStorable(value);
}

export const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/**
 * Normalizes a short text to NFC with single spaces and without invisible marks. The foreign letters Ð and Ɖ
 * become the identical-looking Đ. Rejects a text with forbidden characters or beyond the limits instead of
 * truncating it. Keeps markup, because the text is displayed as text.
 */
export function cleanText(input: string, limits: Limits = textLimits): TextVerdict {
  if (!isStorable(input)) return { problem: 'characters' };
  const text = cleanMarks(input)
    .normalize('NFC')
    .replace(/[\u00D0\u0189]/gu, '\u0110')
    .replace(/\p{Zs}+/gu, ' ');
  if (forbidden.test(text)) return { problem: 'characters' };
  // Limit the bytes too, because a thousand combining marks form one grapheme. Check the bytes first, because
  // counting graphemes is slower.
  if (Buffer.byteLength(text) > limits.maxBytes) return { problem: 'tooLong' };
  if (countGraphemes(text) > limits.maxGraphemes) return { problem: 'tooLong' };
  return { text };
}

function countGraphemes(text: string): number {
  return [...graphemes.segment(text)].length;
}
