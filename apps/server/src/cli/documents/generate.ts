import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderJourneys } from '../../../../web/src/journeys/render-journeys.ts';
import { documents as apiDocuments, type ApiDocument } from '#operations/docs/documents.ts';
import { buildOpenApi } from '#operations/docs/openapi.ts';
import { requireFlags, type Run } from '../command.ts';
import { asvsMarkdown } from './asvs.ts';
import { errorsMarkdown } from './errors.ts';
import { limitsMarkdown } from './limits.ts';
import { settingsMarkdown } from './settings.ts';
import { snippetsMarkdown } from './snippets.ts';

const folder = new URL('../../../../../docs/generated/', import.meta.url);

const documents: Readonly<Record<string, () => string | Promise<string>>> = {
  // The OpenAPI documents are not stored; their digests make a change visible in a review.
  'openapi.sha256': () => apiDocuments.map(digestLine).join(''),
  'settings.md': settingsMarkdown,
  'errors.md': errorsMarkdown,
  'limits.md': limitsMarkdown,
  'asvs.md': asvsMarkdown,
  'journeys.md': renderJourneys,
  'snippets.md': snippetsMarkdown,
};

function digestLine(document: ApiDocument): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(buildOpenApi(document)))
    .digest('hex');
  return `${digest}  ${document.file}\n`;
}

/** `vid generate` writes docs/generated. With --check, it fails if a document is stale. */
export const generate: Run = async (args, context) => {
  const isCheck = requireFlags(args, ['--check']).has('--check');
  await mkdir(folder, { recursive: true });
  const stale: string[] = [];
  for (const [name, make] of Object.entries(documents)) {
    const file = new URL(name, folder);
    const text = await make();
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue;
    stale.push(name);
    if (!isCheck) await writeFile(file, text);
  }
  if (!isCheck)
    return context.show(
      { written: stale },
      stale.length === 0 ? 'Everything is up to date.' : `Written: ${stale.join(', ')}`,
    );
  if (stale.length === 0) return context.show({ stale }, `${fileURLToPath(folder)} is up to date.`);
  throw new Error(`Stale in docs/generated: ${stale.join(', ')}. Run: npm run vid -- generate`);
};
