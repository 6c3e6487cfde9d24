import type { StaticAnswer } from './static-files.ts';

/**
 * The icons of tabs and of home screens, with their sides in pixels. Systems crop the maskable icon to shapes that
 * contain a circle of 80 % of its side, and iOS rounds the corners of its icon.
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

/** Makes the association's icons from its logo, if VID stores the logo. Otherwise pages keep VID's icons. */
export function createBrandIcons({ paramRepo, pictures }: BrandIconDeps) {
  let current:
    | { readonly logo: string; readonly made: Map<string, Promise<StaticAnswer | undefined>> }
    | undefined;

  const make = async (name: keyof typeof icons, id: string): Promise<StaticAnswer | undefined> => {
    const stored = await paramRepo.findImage(id);
    if (!stored) return undefined;
    const image = Buffer.from(stored);
    const size = icons[name];
    const etag = `"${id}"`;
    const headersOf = (type: string) => ({
      'content-type': type,
      etag,
      'cache-control': 'public, max-age=3600, must-revalidate',
    });
    return size
      ? { etag, headers: headersOf('image/png'), body: await pictures.makeIcon(image, size) }
      : { etag, headers: headersOf('image/svg+xml'), body: Buffer.from(svgOf(image)) };
  };

  return {
    /** Finds an icon by its path below /vid/web/. */
    async find(name: string, logo: string | null): Promise<StaticAnswer | undefined> {
      const id = /^\/vid\/api\/brand\/(img_\w+)$/u.exec(logo ?? '')?.[1];
      if (id === undefined || !isIcon(name)) return undefined;
      if (current?.logo !== id) current = { logo: id, made: new Map() };
      const { made } = current;
      const icon = made.get(name) ?? make(name, id);
      made.set(name, icon);
      try {
        return await icon;
      } catch {
        // The database is down, or too many pictures wait. The next request tries again.
        made.delete(name);
        return undefined;
      }
    },
  };
}

function svgOf(image: Buffer): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image width="1" height="1" href="data:image/webp;base64,${image.toString('base64')}"/></svg>`;
}
