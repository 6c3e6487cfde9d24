const ranges = {
  latin: 'U+20-7E,U+A0-FF,U+2013-2014,U+2018-201D,U+2022,U+2026,U+20AC',
  vietnamese: 'U+102-103,U+110-111,U+128-129,U+168-169,U+1A0-1A1,U+1AF-1B0,U+1EA0-1EF9,U+20AB',
};

/**
 * Font faces of the web app for pages that the server renders. `StaticFiles` serves the fonts at these URLs,
 * which do not change with a build. Without the files, a page uses the system font.
 */
export const fontFaces = [400, 600]
  .flatMap((weight) =>
    Object.entries(ranges).map(
      ([set, range]) =>
        `@font-face{font-family:"Be Vietnam Pro";font-weight:${weight};font-display:swap;` +
        `src:url(/vid/web/fonts/${set}-${weight}.woff2) format("woff2");unicode-range:${range}}`,
    ),
  )
  .join('');

export const fontFamily = '"Be Vietnam Pro",system-ui,sans-serif';

export const pageColours =
  ':root{color-scheme:light dark;--bg:#f6f8f5;--card:#fff;--ink:#14231f;--muted:#50605b;--brand:#0b5d51;--on-brand:#fff;--soft:#e4f0ec;--field:#75867f;--line:#dbe3de;--accent:#8a5a12;--danger:#b42318}' +
  '@media(prefers-color-scheme:dark){:root{--bg:#0e1715;--card:#15211e;--ink:#e9f1ee;--muted:#a3b5ae;--brand:#5cc4b0;--on-brand:#06231e;--soft:#17312b;--field:#71857d;--line:#2a3a35;--accent:#e2b25c;--danger:#ff9a8f}}';

export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">' +
  '<rect width="40" height="40" rx="11" fill="#0b5d51"/>' +
  '<path fill="#fff" d="M7.6 11.2c3.5.2 5.6 1.6 7 4.3L20 25.9l5.4-10.4c1.4-2.7 3.5-4.1 7-4.3-1.5 1.1-2.4 2.2-3.2 3.7L20 32.4l-9.2-17.5c-.8-1.5-1.7-2.6-3.2-3.7z"/>' +
  '<circle cx="20" cy="12.4" r="3.7" fill="#e2b25c"/></svg>';
