import type { Plugin } from 'vite';
import type { EntryName } from './entry-group.ts';

const owner: EntryName = 'start';

/**
 * The first style sheet lies inside every page (`compose.ts`). Vite does not know, and would have each lazy page
 * fetch it once more, behind sheets that are to come after it.
 */
export function sheetInsidePlugin(): Plugin {
  return {
    name: 'vid:sheet-inside',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.name === owner) file.viteMetadata?.importedCss.clear();
      }
    },
  };
}
