import { crc32, deflateSync } from 'node:zlib';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/api/users/avatar';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

async function signedIn() {
  const account = await createAccount(server);
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  return {
    account,
    browser,
    put: (file: Buffer | string, type = 'image/png') =>
      browser.call('PUT', path, file, { headers: { 'content-type': type } }),
  };
}

const plain = (width: number, height: number, background = '#0b5d51') =>
  sharp({ create: { width, height, channels: 3, background } });
const fetchPicture = (address: unknown) =>
  server.app.inject({ url: String(address), headers: { host: 'localhost:8080' } });
const storedOf = async (accountId: string) =>
  server.deps.sql`select * from avatars where account_id = ${accountId}`;

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Returns a valid PNG of one colour, which takes about 120 bytes per megapixel. */
function bombOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an uploaded avatar', () => {
  it('is stored as a square WebP of 512 px, upright and without metadata', async () => {
    const { account, browser, put } = await signedIn();
    // The stored photo is red on the left and blue on the right; its EXIF orientation rotates red to the top.
    const red = await plain(300, 400, '#ff0000').png().toBuffer();
    const photo = await plain(600, 400, '#0000ff')
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Artist: 'Secret' }, IFD3: { GPSLatitude: '21/1 1/1 1/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(photo.includes('Secret')).toBe(true);
    const answer = await put(photo, 'image/jpeg');
    expect(answer.data['avatar']).toMatch(/^\/vid\/api\/avatars\/ava_\w{26}$/u);
    expect((await browser.get('/vid/ajax/auth/me')).data).toEqual(answer.data);

    const picture = await fetchPicture(answer.data['avatar']);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const stored = sharp(picture.rawPayload);
    expect(await stored.metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect((await stored.metadata()).exif).toBeUndefined();
    expect(picture.rawPayload.includes('Secret')).toBe(false);
    const { data } = await stored.raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)];
    expect([pixel(256, 40), pixel(256, 470)]).toEqual([
      [expect.toSatisfy((n) => n > 200), expect.anything(), expect.toSatisfy((n) => n < 60)],
      [expect.toSatisfy((n) => n < 60), expect.anything(), expect.toSatisfy((n) => n > 200)],
    ]);
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'avatar.changed'`;
    expect(events).toEqual([{ details: { removed: false } }]);
  });

  it.each(['png', 'webp'] as const)('may be a %s', async (format) => {
    const { put } = await signedIn();
    expect((await put(await plain(20, 30).toFormat(format).toBuffer(), `image/${format}`)).status).toBe(200);
  });

  it('gets a new URL only when the picture changes', async () => {
    const { account, put } = await signedIn();
    const [first, second] = [
      await plain(64, 64).png().toBuffer(),
      await plain(64, 64, '#ff0000').png().toBuffer(),
    ];
    const { avatar } = (await put(first)).data;
    expect((await put(first)).data['avatar']).toBe(avatar);
    await server.deps.sql`update avatars set created_at = ${new Date(0)} where account_id = ${account.id}`;
    const changed = (await put(second)).data['avatar'];
    expect((await storedOf(account.id))[0]?.['createdAt']).not.toEqual(new Date(0));
    expect(changed).not.toBe(avatar);
    expect((await fetchPicture(avatar)).statusCode).toBe(404);
    expect((await fetchPicture(changed)).statusCode).toBe(200);
  });

  it('is no longer served at its URL once it has been deleted', async () => {
    const { account, browser, put } = await signedIn();
    const { avatar } = (await put(await plain(64, 64).png().toBuffer())).data;
    expect((await browser.call('DELETE', path)).data['avatar']).toBeNull();
    expect((await browser.call('DELETE', path)).data['avatar']).toBeNull();
    expect((await fetchPicture(avatar)).statusCode).toBe(404);
    expect(await storedOf(account.id)).toHaveLength(0);
    expect(
      await server.deps.sql`
        select details from audit_events where account_id = ${account.id} and kind = 'avatar.changed' order by id`,
    ).toEqual([{ details: { removed: false } }, { details: { removed: true } }]);
  });

  it('is served to other sites', async () => {
    const { put } = await signedIn();
    const { avatar } = (await put(await plain(64, 64).png().toBuffer())).data;
    const headers = {
      host: 'localhost:8080',
      origin: 'https://shop.example.vn',
      'sec-fetch-site': 'cross-site',
    };
    expect((await server.app.inject({ url: String(avatar), headers })).statusCode).toBe(200);
  });
});

async function animated(): Promise<Buffer> {
  const frames = [await plain(8, 8).png().toBuffer(), await plain(8, 8, '#ff0000').png().toBuffer()];
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

describe('the upload of an avatar', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a text', () => Buffer.from('<script>alert(1)</script>')],
    ['an empty file', () => Buffer.alloc(0)],
    ['an SVG', () => Buffer.from(svg)],
    ['a GIF', () => plain(8, 8).gif().toBuffer()],
    ['a TIFF', () => plain(8, 8).tiff().toBuffer()],
    ['an animation', animated],
    ['half a PNG', async () => (await plain(300, 300).png().toBuffer()).subarray(0, 120)],
    ['a picture of 20,000 × 16 px', () => bombOf(20_000, 16)],
  ])('rejects %s', async (_name, make) => {
    const { account, put } = await signedIn();
    const answer = await put(await make());
    expect(answer).toMatchObject({ status: 400, code: 'AVATAR_INVALID' });
    expect(await storedOf(account.id)).toHaveLength(0);
  });

  it('I2 rejects a decompression bomb before decoding it', async () => {
    const { put } = await signedIn();
    await put(await plain(8, 8).png().toBuffer());
    const bomb = bombOf(16_000, 16_000);
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage.rss();
    for (let upload = 1; upload <= 8; upload += 1) expect((await put(bomb)).code).toBe('AVATAR_INVALID');
    // Decoding one bomb would take 32 MB at one bit per pixel, or 256 MB at one byte.
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('I2 rejects more than 5 MB, another type and a compressed body', async () => {
    const { browser, put } = await signedIn();
    expect((await put(Buffer.alloc(5 * 1024 * 1024 + 1))).code).toBe('PAYLOAD_TOO_LARGE');
    const picture = await plain(8, 8).png().toBuffer();
    for (const type of ['image/svg+xml', 'application/json', 'image/png; charset=x', 'text/plain'])
      expect((await put(picture, type)).code).toBe('UNSUPPORTED_MEDIA_TYPE');
    const compressed = await browser.call('PUT', path, picture, {
      headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
    });
    expect(compressed.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    const elsewhere = await browser.call('PATCH', '/vid/api/users/profile', picture, {
      headers: { 'content-type': 'image/png' },
    });
    expect(elsewhere.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('S5 rejects a file from a visitor or from another site', async () => {
    const picture = await plain(8, 8).png().toBuffer();
    const headers = { 'content-type': 'image/png' };
    const visitor = new TestBrowser(server.app);
    expect((await visitor.call('PUT', path, Buffer.alloc(6_000_000), { headers })).code).toBe(
      'TOKEN_MISSING',
    );
    const { browser } = await signedIn();
    const foreign = { ...headers, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await browser.call('PUT', path, picture, { headers: foreign })).code).toBe('CSRF');
  });

  it('rejects a member’s 31st file', async () => {
    const { account, put } = await signedIn();
    await server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${`calls:setAvatar:${account.id}`}, 30, now() + interval '1 minute')`;
    expect((await put(await plain(8, 8).png().toBuffer())).code).toBe('RATE_LIMITED');
  });
});
