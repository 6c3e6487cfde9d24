/**
 * Returns the phone with this index, with a prefix that no seeded account has. The stride is coprime to the number of
 * phones in a prefix, so every phone occurs once. Consecutive phones differ in more than the last four digits, because
 * numbers that differ only there share a limit.
 */
export function unseededPhone(index: number): string {
  const prefixes = ['98', '97', '96', '86', '39', '38', '37', '36', '35', '34', '33', '32'];
  const size = 10_000_000;
  const prefix = prefixes[Math.floor(index / size) % prefixes.length] ?? '98';
  return `+84${prefix}${String(((index % size) * 7_654_321) % size).padStart(7, '0')}`;
}
