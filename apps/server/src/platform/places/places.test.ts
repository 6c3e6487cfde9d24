import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testNetworks, writePlaceDatabase } from '@vid/testkit/database/place-database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPlaces, type Places } from './places.ts';

let folder: string;
let places: Places;
const log = { info: vi.fn<(...line: unknown[]) => void>(), warn: vi.fn<(...line: unknown[]) => void>() };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-places-'));
  const geoipFile = join(folder, 'city.mmdb');
  await writePlaceDatabase(geoipFile, testNetworks);
  places = createPlaces({ config: { geoipFile }, log });
});
afterAll(() => rm(folder, { recursive: true }));

describe('the place database', () => {
  it.each([
    ['203.0.113.7', 'Hà Nội, Việt Nam', 'Hanoi, Vietnam'],
    ['198.51.100.7', 'Tokyo, Nhật Bản', 'Tokyo, Japan'],
    ['192.0.2.7', 'Việt Nam', 'Vietnam'],
  ])('names the place of %s as %s', (address, vietnamese, english) => {
    expect(places.nameOf(address, 'vi')).toBe(vietnamese);
    expect(places.nameOf(address, 'en')).toBe(english);
  });

  it.each(['127.0.0.1', '2001:db8::1', 'nonsense', ''])('has no place for “%s”', (address) => {
    expect(places.nameOf(address, 'vi')).toBeUndefined();
    expect(places.nameOf(address, 'en')).toBeUndefined();
  });

  it('compares the countries of two addresses only if both are known', () => {
    expect(places.isSameCountry('203.0.113.7', '192.0.2.7')).toBe(true);
    expect(places.isSameCountry('203.0.113.7', '198.51.100.7')).toBe(false);
    expect(places.isSameCountry('203.0.113.7', '127.0.0.1')).toBeUndefined();
  });

  it('finds no place if no file is configured', () => {
    const none = createPlaces({ config: { geoipFile: undefined }, log });
    expect(none.nameOf('203.0.113.7', 'vi')).toBeUndefined();
    expect(none.isSameCountry('203.0.113.7', '203.0.113.7')).toBeUndefined();
  });

  it.each(['missing', 'damaged'])('finds no place if its file is %s, and warns once', async (kind) => {
    const geoipFile = join(folder, kind);
    if (kind === 'damaged') await writeFile(geoipFile, 'not a database');
    log.warn.mockClear();
    const broken = createPlaces({ config: { geoipFile }, log });
    expect(broken.nameOf('203.0.113.7', 'vi')).toBeUndefined();
    expect(broken.nameOf('203.0.113.7', 'en')).toBeUndefined();
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.warn).toHaveBeenCalledWith(
      expect.anything(),
      'VID_GEOIP_FILE cannot be read; no places are shown',
    );
  });
});
