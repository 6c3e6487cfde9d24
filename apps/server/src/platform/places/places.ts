import { readFileSync } from 'node:fs';
import type { Locale } from '@vid/contract/limits';
import { Reader, type CityResponse } from 'mmdb-lib';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';

type Deps = {
  readonly config: Pick<Config, 'geoipFile'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
};

/**
 * Vietnam's centrally governed cities, keyed by `plain` name, because the databases name cities in English.
 */
const vietnameseCities: Readonly<Record<string, string>> = {
  hanoi: 'Hà Nội',
  hochiminhcity: 'TP. Hồ Chí Minh',
  haiphong: 'Hải Phòng',
  danang: 'Đà Nẵng',
  cantho: 'Cần Thơ',
  hue: 'Huế',
};

const countryNames: Readonly<Record<Locale, Intl.DisplayNames>> = {
  vi: new Intl.DisplayNames('vi', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
};

/**
 * Creates lookups in the operator's geolocation database, which is read into memory at the latest on first
 * use. Places are only displayed, so a file that cannot be read is logged and then treated as absent.
 */
export function createPlaces({ config, log }: Deps) {
  let opened: { readonly reader: Reader<CityResponse> | undefined } | undefined;

  const open = (): Reader<CityResponse> | undefined => {
    const { geoipFile } = config;
    if (geoipFile === undefined) return undefined;
    try {
      const reader = new Reader<CityResponse>(readFileSync(geoipFile));
      log.info(
        { type: reader.metadata.databaseType, built: reader.metadata.buildEpoch },
        'place database read',
      );
      return reader;
    } catch (error) {
      log.warn({ err: error }, 'VID_GEOIP_FILE cannot be read; no places are shown');
      return undefined;
    }
  };

  const load = () => (opened ??= { reader: open() });

  const find = (address: string): CityResponse | undefined => {
    const { reader } = load();
    try {
      return reader?.get(address) ?? undefined;
    } catch {
      // The text is not an IP address, or is an IPv6 address and the database contains only IPv4.
      return undefined;
    }
  };

  return {
    /**
     * Reads the whole file. Servers call this function before they accept requests, because the first lookup
     * may happen in a transaction that holds locks. Commands that name no place never read the file.
     */
    load(): void {
      load();
    },

    /**
     * Returns a name such as "Hà Nội, Việt Nam"; undefined without a database, or for an address whose
     * country the database does not know.
     */
    nameOf(address: string, locale: Locale): string | undefined {
      const place = find(address);
      const code = place?.country?.iso_code;
      if (code === undefined) return undefined;
      const city = place?.city?.names.en;
      const shown = locale === 'vi' && code === 'VN' && city ? (vietnameseCities[plain(city)] ?? city) : city;
      return [shown, countryNames[locale].of(code)].filter((part) => part !== undefined).join(', ');
    },

    isSameCountry(one: string, other: string): boolean | undefined {
      const [a, b] = [find(one)?.country?.iso_code, find(other)?.country?.iso_code];
      return a === undefined || b === undefined ? undefined : a === b;
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;

/** Reduces a name to its letters from a to z, without diacritics. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/gu, '');
}
