/** The longest text that the server takes as a phone number. */
const maxLength = 24;

const numberIn = /[+\d(][\d\s().\-–]*\d/;

/**
 * The phone numbers in a pasted text, as they were written. Lines may come from a spreadsheet, with other cells before
 * or after the number, and a line may hold several numbers. A line without any digit is kept, so that it is reported.
 */
export function phonesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim());
    const found = cells.flatMap((cell) => numberIn.exec(cell)?.[0] ?? []);
    return (found.length > 0 ? found : [line.trim()])
      .filter((phone) => phone !== '')
      .map((phone) => phone.slice(0, maxLength));
  });
}
