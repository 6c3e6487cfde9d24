/** Returns a number with its English noun, whose plural ends in s: "1 client", "2 clients". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
