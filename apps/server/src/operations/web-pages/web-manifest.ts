import { defaultBrandColours } from '@vid/contract/brand/contrast';
import type { Locale } from '@vid/contract/limits';
import type { AppParams } from '#operations/app-params/built-in-params.ts';

export const webManifestName = 'manifest.webmanifest';

/**
 * Returns the web app manifest (W3C), from which a phone's home screen takes the app's icon and short name.
 */
export const webManifest = ({ configurations }: Pick<AppParams, 'configurations'>, locale: Locale): string =>
  JSON.stringify({
    lang: locale,
    name: configurations.associationName[locale],
    short_name: configurations.associationShortName[locale],
    start_url: './',
    scope: './',
    display: 'browser',
    background_color: '#f6f8f5',
    theme_color: (configurations.colours ?? defaultBrandColours).light.brand,
    icons: [
      { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
