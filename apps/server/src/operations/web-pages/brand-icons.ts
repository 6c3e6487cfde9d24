import type { AppParams } from '#operations/app-params/built-in-params.ts';
import { drawInitial, initialOf, svgOfInitial, type Initial } from './initial-icon.ts';
import type { StaticAnswer, StaticFiles } from './static-files.ts';

/**
 * Icons of tabs and home screens, with sides in pixels. Systems crop the maskable icon to shapes that contain
 * a circle of 80 % of its side, and iOS rounds the corners of its icon.
 */
const icons = {
  'icons/icon-192.png': { side: 192, margin: 16 },
  'icons/icon-512.png': { side: 512, margin: 40 },
  'icons/maskable-512.png': { side: 512, margin: 112 },
  'icons/apple-touch-icon.png': { side: 180, margin: 20 },
  'icons/icon.svg': undefined,
} as const satisfies Record<string, IconSize | undefined>;

type IconSize = { readonly side: number; readonly margin: number };

const isIcon = (name: string): name is keyof typeof icons => Object.hasOwn(icons, name);

export type BrandIconDeps = {
  readonly paramRepo: { findImage(id: string): Promise<Uint8Array | undefined> };
  readonly pictures: { makeIcon(image: Buffer, size: IconSize): Promise<Buffer> };
};

/**
 * Creates the association's icons from the logo that VID stores, or else from the association's initial. Without a logo
 * and an initial, pages keep VID's icons.
 */
export function createBrandIcons({ paramRepo, pictures }: BrandIconDeps) {
  let current:
    | { readonly source: string; readonly made: Map<string, Promise<StaticAnswer | undefined>> }
    | undefined;

  const makeFromLogo = async (name: keyof typeof icons, id: string): Promise<StaticAnswer | undefined> => {
    const stored = await paramRepo.findImage(id);
    if (!stored) return undefined;
    const image = Buffer.from(stored);
    const size = icons[name];
    return size
      ? answer('image/png', id, await pictures.makeIcon(image, size))
      : answer('image/svg+xml', id, Buffer.from(svgOf(image)));
  };

  return {
    async find(name: string, params: AppParams, files: StaticFiles): Promise<StaticAnswer | undefined> {
      if (!isIcon(name)) return undefined;
      const id = /^\/vid\/api\/brand\/(img_\w+)$/u.exec(params.imageUrls.logo ?? '')?.[1];
      const initial = initialOf(params);
      const source = id ?? (initial && sourceOf(initial));
      if (source === undefined) return undefined;
      if (current?.source !== source) current = { source, made: new Map() };
      const { made } = current;
      const make = async () =>
        (id === undefined ? undefined : await makeFromLogo(name, id)) ??
        (initial && makeFromInitial(name, initial, files));
      const icon = made.get(name) ?? make();
      made.set(name, icon);
      try {
        return await icon;
      } catch {
        // The database is down or too many pictures wait, so the next request tries again.
        made.delete(name);
        return undefined;
      }
    },
  };
}

async function makeFromInitial(
  name: keyof typeof icons,
  initial: Initial,
  files: StaticFiles,
): Promise<StaticAnswer | undefined> {
  const size = icons[name];
  const fonts = files.bodiesOf(/^assets\/(?:latin|vietnamese)-600-[^/]+\.woff2$/u);
  if (fonts.length === 0) return undefined;
  const source = sourceOf(initial);
  return size
    ? answer('image/png', source, await drawInitial(initial, { side: size.side, fonts }))
    : answer('image/svg+xml', source, Buffer.from(svgOfInitial(initial)));
}

const sourceOf = ({ letter, colour }: Initial): string => `${letter.codePointAt(0)}${colour}`;

function answer(type: string, source: string, body: Buffer): StaticAnswer {
  const etag = `"${source}"`;
  const headers = { 'content-type': type, etag, 'cache-control': 'public, max-age=3600, must-revalidate' };
  return { etag, headers, body };
}

function svgOf(image: Buffer): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image width="1" height="1" href="data:image/webp;base64,${image.toString('base64')}"/></svg>`;
}
