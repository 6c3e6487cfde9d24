/**
 * Returns a line for each mutated file of a StrykerJS report: its score and its numbers of detected and valid mutants.
 * Invalid mutants, such as those that do not compile, do not count.
 * @param {{ files: Record<string, { mutants: { status: string }[] }> }} report
 * @returns {string[]}
 */
export function formatScores({ files }) {
  return Object.entries(files).map(([file, { mutants }]) => {
    const count = (/** @type {string[]} */ ...statuses) =>
      mutants.filter(({ status }) => statuses.includes(status)).length;
    const noticed = count('Killed', 'Timeout');
    const all = noticed + count('Survived', 'NoCoverage');
    const score = all === 0 ? '-' : `${((100 * noticed) / all).toFixed(1)} %`;
    return `${score.padStart(8)}  ${noticed} of ${all}  ${file}`;
  });
}
