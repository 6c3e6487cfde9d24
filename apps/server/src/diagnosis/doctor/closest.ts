import { closest as findClosest } from 'fastest-levenshtein';

/** Maximum length of compared texts; the comparison takes quadratic time. */
const comparedLength = 300;

/** Returns the candidate with the smallest edit distance to `text`; undefined without candidates. */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  const beginnings = candidates.map((candidate) => candidate.slice(0, comparedLength));
  if (beginnings.length === 0) return undefined;
  return candidates[beginnings.indexOf(findClosest(text.slice(0, comparedLength), beginnings))];
}
