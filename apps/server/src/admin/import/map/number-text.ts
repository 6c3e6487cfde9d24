/** `lost` if a spreadsheet's notation has dropped digits of the number; undefined for any other text. */
type NumberText = { readonly digits: string } | 'lost' | undefined;

/**
 * Reads a number as Excel, pandas and Java write phones and codes: `912001801.0`, `9.12001803E8`,
 * `9,12001808E+08`, `912,001,806` and `912.001.806,00`. Returns `lost` if the notation has dropped digits, and
 * undefined for any other text. NFKC turns the mark ´ into a space and U+0301.
 */
export function readNumberText(text: string): NumberText {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/^[\u0301'‘’`]+/u, '');
  const scientific = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/iu.exec(plain);
  if (scientific) {
    const [, first = '', decimals = '', exponent] = scientific;
    const length = Number(exponent);
    if (decimals.length < length) return 'lost';
    return /^0*$/u.test(decimals.slice(length)) ? { digits: first + decimals.slice(0, length) } : undefined;
  }
  const withDecimals = /^(\d{8,15})[.,]0+$/u.exec(plain)?.[1];
  if (withDecimals !== undefined) return { digits: withDecimals };
  const grouped = /^(\d{1,3}(?:,\d{3}){2,4})(?:\.0+)?$|^(\d{1,3}(?:\.\d{3}){2,4}),0+$/u.exec(plain);
  const groups = grouped?.[1] ?? grouped?.[2];
  return groups === undefined ? undefined : { digits: groups.replace(/[,.]/gu, '') };
}
