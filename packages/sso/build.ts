import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const source = (name: string): string => fileURLToPath(new URL(`./src/${name}`, import.meta.url));
const outDir = fileURLToPath(new URL('./dist', import.meta.url));

/** ES modules for bundlers, and one file for a script tag (`window.VidSso`). */
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    lib: {
      entry: { index: source('index.ts'), react: source('react.ts'), server: source('server.ts') },
      formats: ['es'],
    },
    rolldownOptions: { external: ['react', 'jose'] },
  },
});
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: source('index.ts'),
      formats: ['iife'],
      name: 'VidSsoKit',
      fileName: () => 'vid-sso.global.js',
    },
  },
});
