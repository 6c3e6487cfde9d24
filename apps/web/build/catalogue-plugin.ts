import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { VitestPluginContext } from 'vitest/node';

const catalogueFile = /[\\/]shared[\\/]i18n[\\/]messages[\\/](?:vi|en)[\\/](?:[a-z]+[\\/])?[a-z-]+\.ts$/;

/**
 * Compiles ICU texts at build time, so that the browser needs no parser. A catalogue is a module of strings that Node
 * imports directly.
 */
export function cataloguePlugin(): Plugin {
  return {
    name: 'vid:catalogues',
    enforce: 'pre',
    // A compiled catalogue contains the texts of its imports, which the key of Vitest's cache does not cover.
    configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
      defineCacheKeyGenerator(({ id }) => (catalogueFile.test(id) ? false : null)),
    async load(id) {
      const [file = ''] = id.split('?');
      if (!catalogueFile.test(file)) return null;
      const { mtimeMs } = await stat(file);
      const module: unknown = await import(`${pathToFileURL(file).href}?${mtimeMs}`);
      if (typeof module !== 'object' || module === null) throw new Error(`${file} is not a module`);
      const lines = Object.entries(module).map(([name, catalogue]) => {
        const compiled = Object.entries(readCatalogue(catalogue, file)).map(
          ([key, text]) => `${JSON.stringify(key)}:${JSON.stringify(compileMessageOrThrow(text))}`,
        );
        return `export const ${name} = {${compiled.join(',')}};`;
      });
      return { code: lines.join('\n'), moduleType: 'js', map: null };
    },
  };
}

function readCatalogue(value: unknown, file: string): Record<string, string> {
  if (typeof value !== 'object' || value === null) throw new Error(`${file} must export an object of texts`);
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => {
      if (typeof text !== 'string') throw new Error(`${file}: ${key} is not a string`);
      return [key, text];
    }),
  );
}
