import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderJourneys } from '../../../web/src/journeys/render-journeys.ts';
import { buildOpenApi } from '#operations/docs/openapi.ts';
import { requireFlags, type Run } from './command.ts';
import { errorsMarkdown } from './generated-errors.ts';
import { settingsMarkdown } from './generated-settings.ts';

const folder = new URL('../../../../docs/generated/', import.meta.url);

/** Documents that are made from the code, so that they cannot say anything else. */
const documents: Readonly<Record<string, () => string>> = {
  'openapi.json': () => `${JSON.stringify(buildOpenApi(), null, 2)}\n`,
  'settings.md': settingsMarkdown,
  'errors.md': errorsMarkdown,
  'journeys.md': renderJourneys,
};

export const generate: Run = async (args) => {
  const isCheck = requireFlags(args, ['--check']).has('--check');
  await mkdir(folder, { recursive: true });
  const stale: string[] = [];
  for (const [name, make] of Object.entries(documents)) {
    const file = new URL(name, folder);
    const text = make();
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue;
    stale.push(name);
    if (!isCheck) await writeFile(file, text);
  }
  if (!isCheck) {
    console.log(stale.length === 0 ? 'Nothing to do.' : `Written: ${stale.join(', ')}`);
    return 0;
  }
  if (stale.length === 0) {
    console.log(`${fileURLToPath(folder)} is up to date.`);
    return 0;
  }
  console.error(`Stale in docs/generated: ${stale.join(', ')}. Run: npm run vid -- generate`);
  return 1;
};
