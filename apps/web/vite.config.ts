import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { beforePaintPlugin } from './build/before-paint-plugin.ts';
import { cataloguePlugin } from './build/catalogue-plugin.ts';
import { chunkGroups } from './build/chunks.ts';
import { fontsPlugin } from './build/fonts-plugin.ts';
import { inlinedSheetPlugin } from './build/inlined-sheet-plugin.ts';
import { routerPlugin } from './build/router-plugin.ts';

const api = process.env['VID_DEV_API'];

export default defineConfig({
  root: import.meta.dirname,
  base: '/vid/web/',
  plugins: [
    cataloguePlugin(),
    fontsPlugin(),
    beforePaintPlugin(),
    inlinedSheetPlugin(),
    routerPlugin(),
    tailwindcss(),
    react(),
  ],
  // shared/jsx creates the elements, so that page translators do not break React.
  oxc: { jsx: { importSource: '#jsx' } },
  html: { cspNonce: '%NONCE%' },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox114'],
    manifest: true,
    sourcemap: false,
    // The CSP forbids data: fonts, and the app has few images, so inline no assets.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A list of every page's files would enlarge the sign-in page. The server's hints and `warm-up.ts` name the files
      // of the pages that are opened first; later pages import few files that are not loaded yet.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => file.endsWith('.css')) : needed,
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // `compose.ts`, `hints.ts` and `check-budget.ts` find the first chunk by this name.
      input: { start: join(import.meta.dirname, 'index.html') },
      treeshake: {
        // The package does not declare that it has no side effects. Without this setting, the sign-in page would also
        // load the code that creates passkeys.
        moduleSideEffects: [{ test: /@simplewebauthn/u, sideEffects: false }],
      },
      output: {
        codeSplitting: { groups: chunkGroups() },
        // The entry lists the names of all chunks, and hashes do not compress. Seven characters, 42 bits, are the least
        // that the bundler accepts for more than 64 chunks.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    strictPort: true,
    ...(api && { proxy: { '^/vid/(?!web)': { target: api, changeOrigin: false } } }),
  },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
  },
});
