import { availableParallelism } from 'node:os';
import { avatarLimits } from '@vid/contract/limits';
import PQueue from 'p-queue';
import type loadedSharp from 'sharp';
import type { Sharp } from 'sharp';
import { AppError } from '#lib/app-error.ts';

/** Limit on the decoded size: at up to 4 bytes per pixel, 50 megapixels take 200 MB. */
const maxPixels = 50_000_000;
const maxSide = 16_384;
const timeoutSeconds = 5;
const maxWaiting = 16;

/**
 * The only decoders that may read uploads. The decoders of other formats, such as SVG and PDF, can load
 * further files.
 */
const loaders = ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);

type SharpModule = typeof loadedSharp;

const logoPixels = 256;

const background = '#ffffff';

const shapes = {
  avatar: (picture: Sharp) =>
    picture.resize(avatarLimits.pixels, avatarLimits.pixels, { fit: 'cover' }).flatten({ background }),
  logo: (picture: Sharp) =>
    picture.resize(logoPixels, logoPixels, { fit: 'inside', withoutEnlargement: true }),
} as const;

const toWebp = (kind: PictureKind) => (picture: Sharp) => shapes[kind](picture).webp({ quality: 82 });

/** Makes an opaque icon, because iOS fills transparent parts with black. */
const toIcon =
  ({ side, margin }: IconSize) =>
  (picture: Sharp) =>
    picture
      .flatten({ background })
      .resize(side - 2 * margin, side - 2 * margin, { fit: 'contain', background })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
      .png();

type IconSize = { readonly side: number; readonly margin: number };

type PictureKind = keyof typeof shapes;

type Size = { readonly width: number; readonly height: number; readonly pages?: number | undefined };

/** Loads sharp with the first picture, because it takes much memory. */
async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

export function createPictureMaker() {
  let loading: Promise<SharpModule> | undefined;
  const queue = new PQueue({ concurrency: Math.max(1, Math.floor(availableParallelism() / 2)) });

  const render = async (file: Buffer, shape: (picture: Sharp) => Sharp): Promise<Buffer> => {
    loading ??= loadSharp();
    const sharp = await loading;
    try {
      const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
      if (!isGood(await picture.metadata())) throw new AppError('AVATAR_INVALID');
      // Without `keepMetadata`, sharp drops comments, thumbnails, XMP and EXIF, which may contain the photo's
      // location.
      return await shape(picture.autoOrient())
        .toColourspace('srgb')
        .timeout({ seconds: timeoutSeconds })
        .toBuffer();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('AVATAR_INVALID', { cause: error });
    }
  };

  const enqueue = async (file: Buffer, shape: (picture: Sharp) => Sharp): Promise<Buffer> => {
    if (queue.size >= maxWaiting) throw new AppError('BUSY');
    return queue.add(() => render(file, shape));
  };

  return {
    /**
     * Returns a WebP without metadata: a 512 px square, or a logo of at most 256 px that keeps its aspect
     * ratio and transparency. Checks the size in the header before decoding, because a small file can claim a
     * huge number of pixels.
     * @throws AppError AVATAR_INVALID for another format, an animation, a broken or a too large picture; BUSY
     *   if too many pictures wait
     */
    make: (file: Buffer, kind: PictureKind = 'avatar') => enqueue(file, toWebp(kind)),

    /**
     * Returns a square PNG of a logo on white. `side` and `margin` are in pixels.
     * @throws AppError AVATAR_INVALID for an unreadable logo, BUSY if too many pictures wait
     */
    makeIcon: (logo: Buffer, size: IconSize) => enqueue(logo, toIcon(size)),
  };
}

function isGood({ width, height, pages = 1 }: Size): boolean {
  return pages === 1 && width <= maxSide && height <= maxSide && width * height <= maxPixels;
}

export type PictureMaker = ReturnType<typeof createPictureMaker>;
