import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPictureMaker } from './avatar-picture.ts';

const black = { r: 0, g: 0, b: 0, alpha: 1 };
const transparent = { ...black, alpha: 0 };
const pictureOf = (width: number, height: number, background = black) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

const { make, makeIcon } = createPictureMaker();

describe('a stored picture', () => {
  it.each([
    ['avatar', 40, 20, { width: 512, height: 512, hasAlpha: false }],
    ['logo', 512, 128, { width: 256, height: 64, hasAlpha: true }],
    ['logo', 40, 20, { width: 40, height: 20, hasAlpha: true }],
  ] as const)(
    'of the kind “%s” from %i × %i pixels has the properties %j',
    async (kind, width, height, size) => {
      const stored = await make(await pictureOf(width, height, transparent), kind);
      expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', ...size });
    },
  );

  it('of the kind “avatar” is cut to a square and white where it was transparent', async () => {
    const wide = sharp(await pictureOf(40, 20, transparent)).composite([
      { input: await pictureOf(10, 20), left: 10, top: 0 },
    ]);
    const stored = sharp(await make(await wide.png().toBuffer()));
    const { data, info } = await stored.raw().toBuffer({ resolveWithObject: true });
    const shadeAt = (x: number) => data[(256 * 512 + x) * info.channels] ?? -1;
    // The square shows the middle 20 pixels, which are black on the left and transparent on the right.
    expect([4, 230, 280, 507].map((x) => Math.round(shadeAt(x) / 255))).toEqual([0, 0, 1, 1]);
  });

  it('can come from a picture with sides up to 16,384 pixels', async () => {
    await expect(make(await pictureOf(16_384, 1))).resolves.toBeInstanceOf(Buffer);
    for (const [width, height] of [
      [16_385, 1],
      [1, 16_385],
    ] as const)
      await expect(make(await pictureOf(width, height))).rejects.toMatchObject({ code: 'AVATAR_INVALID' });
  });

  it('cannot be made while sixteen others wait', async () => {
    const file = await pictureOf(8, 8);
    const running = Math.max(1, Math.floor(availableParallelism() / 2));
    const accepted = Array.from({ length: running + 16 }, () => make(file));
    await expect(make(file)).rejects.toMatchObject({ code: 'BUSY' });
    await Promise.all(accepted);
    await expect(make(file)).resolves.toBeInstanceOf(Buffer);
  });
});

describe('an icon', () => {
  it('is a square PNG with the logo on white inside a margin', async () => {
    const icon = sharp(await makeIcon(await pictureOf(100, 50), { side: 64, margin: 8 }));
    expect(await icon.metadata()).toMatchObject({ format: 'png', width: 64, height: 64 });
    const { data, info } = await icon.raw().toBuffer({ resolveWithObject: true });
    const shadeAt = (x: number, y: number) => data[(y * 64 + x) * info.channels];
    expect([shadeAt(7, 32), shadeAt(8, 32), shadeAt(55, 32), shadeAt(56, 32)]).toEqual([255, 0, 0, 255]);
    expect([shadeAt(32, 18), shadeAt(32, 22), shadeAt(32, 41), shadeAt(32, 46)]).toEqual([255, 0, 0, 255]);
  });
});
