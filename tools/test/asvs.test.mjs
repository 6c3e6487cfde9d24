import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/paths.mjs';

const folder = join(root, 'docs', 'asvs');
const files = (await readdir(folder)).toSorted();
const chapters = await Promise.all(
  files.map(async (file) => ({ file, ...JSON.parse(await readFile(join(folder, file), 'utf8')) })),
);
/** @type {{ id: string, level: number, asks: string, met?: string, proof?: string[], notApplicable?: string, open?: string }[]} */
const requirements = chapters.flatMap((chapter) => chapter.requirements);

/** Numbers of OWASP ASVS 5.0.0 requirements in each chapter at levels 1 and 2. */
const counts = {
  v01: [8, 19],
  v02: [4, 7],
  v03: [8, 11],
  v04: [2, 8],
  v05: [4, 5],
  v06: [13, 22],
  v07: [6, 12],
  v08: [4, 3],
  v09: [4, 3],
  v10: [5, 24],
  v11: [3, 11],
  v12: [3, 6],
  v13: [1, 12],
  v14: [2, 7],
  v15: [3, 10],
  v16: [0, 16],
  v17: [0, 7],
};

describe('the requirements of ASVS', () => {
  it('are all listed, each once, in the file of their chapter', () => {
    const listed = Object.fromEntries(
      chapters.map(({ file, requirements: of }) => [
        file.replace('.json', ''),
        [1, 2].map((level) => of.filter((/** @type {any} */ { level: own }) => own === level).length),
      ]),
    );
    expect(listed).toEqual(counts);
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    for (const { file, requirements: of } of chapters)
      for (const { id } of of) expect(`v${id.split('.')[0].padStart(2, '0')}.json`).toBe(file);
  });

  it('are met with a proof, not applicable or open', () => {
    const wrong = requirements.filter(({ met, proof = [], notApplicable, open }) => {
      const states = [met, notApplicable, open].filter(Boolean);
      return states.length !== 1 || (met !== undefined) !== proof.length > 0;
    });
    expect(wrong).toEqual([]);
  });

  it('are met or not applicable, except for the listed open requirements', () => {
    const open = requirements.filter((requirement) => requirement.open !== undefined);
    expect(open.map(({ id }) => id)).toEqual(['6.2.5', '6.5.2', '6.5.5', '10.4.6', '11.2.2', '11.2.3']);
  });

  it('name only tests and documents that exist', async () => {
    const missing = [];
    for (const { id, proof = [] } of requirements) {
      for (const line of proof) {
        const [file = '', text = ''] = line.split(/: (.*)/su);
        const content = await readFile(join(root, file), 'utf8').catch(() => '');
        if (text === '' || !content.includes(text)) missing.push(`${id} ${line}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
