import { defaultBrandColours } from '@vid/contract/brand/contrast';
import { describe, expect, it } from 'vitest';
import { builtInParams } from '#operations/app-params/built-in-params.ts';
import { createBrandIcons } from './brand-icons.ts';
import { brandStyle } from './brand-style.ts';
import { StaticFiles } from './static-files.ts';

const { configurations, imageUrls } = builtInParams;
const styleOf = (colours: typeof configurations.colours, logo: string | null = null) =>
  brandStyle({ configurations: { ...configurations, colours }, imageUrls: { ...imageUrls, logo } });

describe('the brand style sheet', () => {
  it('is empty by default', () => {
    expect(brandStyle(builtInParams)).toBe('');
  });

  it('sets the colours of both themes and shows the logo', () => {
    const style = styleOf(defaultBrandColours, '/vid/api/brand/img_1');
    expect(style).toContain(':root{--color-brand:#0b5d51;--color-brand-hover:#084a41;--color-soft:');
    expect(style).toContain(':root[data-theme=dark]{--color-brand:#5cc4b0;');
    expect(style).toContain('.mark{background:url("/vid/api/brand/img_1")');
  });

  it.each([
    'https://cdn.vn/a.png"){}</style><script>alert(1)</script>',
    'https://cdn.vn/?"</style><script>',
    '/a"b\\c\n</style>',
    'javascript:alert(1)',
    "data:image/svg+xml,<svg onload='alert(1)'>",
    'http://cdn.vn/a.png',
  ])('F3 cannot be closed early by the logo %s', (logo) => {
    const style = styleOf(null, logo);
    expect(style).toMatch(
      /^(?:\.mark\{background:url\("[^"<>\\\s]*"\) center\/contain no-repeat\}\.mark>\*\{display:none\})?$/u,
    );
  });

  it.each(['http://cdn.vn/a.png', '//cdn.vn/a.png', 'ftp://cdn.vn/a.png', 'data:image/png,x', 'http://['])(
    'shows the built-in mark instead of the logo %s',
    (logo) => {
      expect(styleOf(null, logo)).toBe('');
    },
  );

  it('shows a logo whose URL has a query', () => {
    expect(styleOf(null, '/logo.png?v=2')).toContain('url("/logo.png?v=2")');
    expect(styleOf(null, 'https://cdn.vn/logo.png?v=2')).toContain('url("https://cdn.vn/logo.png?v=2")');
  });

  it('F3 ignores an invalid colour', () => {
    const colours = { ...defaultBrandColours, light: { brand: '#000}</style>', hover: '#000000' } };
    expect(styleOf(colours)).toBe('');
  });
});

it('the association’s icon is made again after a failure', async () => {
  const files = await StaticFiles.read(import.meta.dirname);
  let made = 0;
  const icons = createBrandIcons({
    paramRepo: { findImage: async () => Buffer.from('logo') },
    pictures: {
      makeIcon: async () => {
        made += 1;
        if (made === 1) throw new Error('too many pictures wait');
        return Buffer.from(`icon ${made}`);
      },
    },
  });
  const find = async (logo: string) => {
    const params = { ...builtInParams, imageUrls: { ...imageUrls, logo: `/vid/api/brand/${logo}` } };
    return (await icons.find('icons/icon-192.png', params, files))?.body.toString();
  };
  const found = [];
  for (const logo of ['img_1', 'img_1', 'img_1', 'img_2']) found.push(await find(logo));
  expect(found).toEqual([undefined, 'icon 2', 'icon 2', 'icon 3']);
});
