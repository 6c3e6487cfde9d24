import type { Plugin } from 'vite';
import type { ChunkName } from './chunks.ts';

const owner: ChunkName = 'start';

/**
 * Keeps lazy pages from loading the first style sheet again. `compose.ts` inlines it into every page, and a second copy
 * would come after the sheets that must override it.
 */
export function inlinedSheetPlugin(): Plugin {
  return {
    name: 'vid:inlined-sheet',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.name === owner) file.viteMetadata?.importedCss.clear();
      }
    },
  };
}
