// @vitest-environment node
import { expect, test } from 'vitest';
import { hintsOf } from './hints.ts';
import { journeys } from './pages.ts';

const entry = { name: '', css: [], imports: [], isDynamicEntry: true };
const catalogues = Object.fromEntries(
  ['shell', 'list', 'sign-up', 'reset'].flatMap((area) =>
    ['vi', 'en'].map((language) => [
      `src/shared/i18n/messages/${language}/${area}.ts`,
      { ...entry, file: `assets/${area}-${language}.js` },
    ]),
  ),
);
const manifest = {
  _start: { ...entry, file: 'assets/start-1.js', name: 'start' },
  _view: { ...entry, file: 'assets/view-1.js', name: 'view', imports: ['_start'] },
  _kit: { ...entry, file: 'assets/kit-1.js', imports: ['_view'] },
  _shell: {
    ...entry,
    file: 'assets/shell-1.js',
    name: 'shell-layout',
    css: ['assets/full-1.css'],
    imports: ['_kit', '_view'],
  },
  'src/list.page.tsx': { ...entry, file: 'assets/list-1.js', imports: ['_kit'] },
  'src/detail.page.tsx': { ...entry, file: 'assets/detail-1.js' },
  ...Object.fromEntries(
    journeys.sources.map((source) => [source, { ...entry, file: 'assets/journey-1.js' }]),
  ),
  ...catalogues,
};
const rendered = {
  'src/list.page.tsx': { ...entry, file: 'assets/list-ssr.js' },
  'src/detail.page.tsx': { ...entry, file: 'assets/detail-ssr.js' },
};

test('page hints list the files of the page and the shell', () => {
  const { pages } = hintsOf(manifest, rendered, [
    { path: '/list', files: ['list-ssr.js'], texts: ['shell', 'list'] },
  ]);
  expect(pages['/list']?.en).toEqual([
    'assets/full-1.css',
    'assets/shell-1.js',
    'assets/kit-1.js',
    'assets/list-1.js',
    'assets/shell-en.js',
    'assets/list-en.js',
  ]);
});

test('the hints list /apps/new before /apps/:id', () => {
  const page = { files: ['detail-ssr.js'], texts: [] };
  const { pages } = hintsOf(manifest, rendered, [
    { path: '/apps/:id', ...page },
    { path: '/apps/new', ...page },
  ]);
  expect(Object.keys(pages)).toEqual(['/apps/new', '/apps/:id']);
});

test('the hints of the journeys list their code and texts', () => {
  expect(hintsOf(manifest, rendered, []).journeys.vi).toEqual([
    'assets/journey-1.js',
    'assets/sign-up-vi.js',
    'assets/reset-vi.js',
  ]);
});

test('hintsOf throws for a page whose file the build lacks', () => {
  expect(() => hintsOf(manifest, rendered, [{ path: '/x', files: ['x-ssr.js'], texts: [] }])).toThrow(
    'x-ssr.js',
  );
});
