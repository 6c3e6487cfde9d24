import {
  type BrandColours,
  contrastsOf,
  defaultBrandColours,
  findUnreadable,
  hoverOf,
  minContrast,
  softOf,
  type Theme,
  themes,
} from '@vid/contract/brand/contrast';
import { smsNameOf } from '@vid/contract/brand/names';
import type { CSSProperties } from 'react';
import { safeImageUrl } from '#navigation/entry-query.ts';
import { formatNumber } from '#shared/i18n/format.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Logo } from '#shared/ui/display/logo.tsx';
import { FieldInBoth, ImageField } from './fields.tsx';
import { coloursOf } from './param-values.ts';
import type { Params } from './params.ts';
import { SectionCard } from './section-card.tsx';

const required = () => ({ 'name.vi': 120, 'name.en': 120, 'shortName.vi': 40, 'shortName.en': 40 });

export function BrandCard({ section }: { section: Params['brand'] }) {
  const t = useT();
  const problemOf = (values: RawValues): string | undefined => {
    const worst = findUnreadable(coloursOf(values));
    return (
      worst &&
      t('admin.params.contrast.tooLow', {
        theme: t(`admin.params.theme.${worst.theme}`),
        pair: t(`admin.params.pair.${worst.pair}`),
        ratio: formatNumber(Math.floor(worst.ratio * 10) / 10),
        min: formatNumber(minContrast),
      })
    );
  };
  return (
    <SectionCard name="brand" isOnSignInPage section={section} required={required} check={problemOf}>
      {({ initial, typed }) => {
        const problem = problemOf(typed);
        return (
          <>
            <FieldInBoth name="name" label={t('admin.params.name')} initial={initial} maxLength={120} />
            <FieldInBoth
              name="shortName"
              label={t('admin.params.shortName')}
              hint={t('admin.params.shortName.hint')}
              initial={initial}
              maxLength={40}
            />
            <ImageField name="logo" label={t('admin.params.logo')} initial={initial} typed={typed} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
              {themes.flatMap((theme) =>
                (['brand', 'hover'] as const).map((role) => (
                  <TextField
                    key={`${theme}.${role}`}
                    name={`${theme}.${role}`}
                    type="color"
                    label={t(`admin.params.colour.${role}`, { theme: t(`admin.params.theme.${theme}`) })}
                    defaultValue={initial[`${theme}.${role}`]}
                    onInput={({ currentTarget }) => {
                      if (role === 'brand') followBrand(currentTarget, theme, coloursOf(typed));
                    }}
                  />
                )),
              )}
            </div>
            <Preview typed={typed} />
            {problem !== undefined && <Notice tone="error">{problem}</Notice>}
          </>
        );
      }}
    </SectionCard>
  );
}

/** Makes the hover colour follow the main colour being typed, until the administrator chooses another hover colour. */
function followBrand({ form, value }: HTMLInputElement, theme: Theme, before: BrandColours): void {
  const hover = form?.elements.namedItem(`${theme}.hover`);
  const derived = [hoverOf(theme, before[theme].brand), defaultBrandColours[theme].hover];
  if (hover instanceof HTMLInputElement && derived.includes(before[theme].hover))
    hover.value = hoverOf(theme, value);
}

const grounds = {
  light: {
    '--color-bg': '#f6f8f5',
    '--color-card': '#fff',
    '--color-ink': '#14231f',
    '--color-muted': '#50605b',
    '--color-on-brand': '#fff',
  },
  dark: {
    '--color-bg': '#0e1715',
    '--color-card': '#15211e',
    '--color-ink': '#e9f1ee',
    '--color-muted': '#a3b5ae',
    '--color-on-brand': '#06231e',
  },
} as const satisfies Record<Theme, Record<string, string>>;

function styleOf(theme: Theme, colours: BrandColours): CSSProperties & Record<`--${string}`, string> {
  const { brand, hover } = colours[theme];
  return {
    ...grounds[theme],
    '--color-brand': brand,
    '--color-brand-hover': hover,
    '--color-soft': softOf(theme, brand),
    background: 'var(--color-bg)',
    color: 'var(--color-ink)',
  };
}

function Preview({ typed }: { typed: RawValues }) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const colours = coloursOf(typed);
  const logo = safeImageUrl(typed['logo'] || null, globalThis.location.origin);
  const inBoth = (name: string) => ({ vi: typed[`${name}.vi`] ?? '', en: typed[`${name}.en`] ?? '' });
  const sender = smsNameOf({ name: inBoth('name'), shortName: inBoth('shortName') }, language);
  return (
    <section aria-label={t('admin.params.preview')}>
      <p className="mb-2 text-label font-semibold">{t('admin.params.preview')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {themes.map((theme) => {
          const lowest = Math.min(
            ...contrastsOf(colours)
              .filter((pair) => pair.theme === theme)
              .map(({ ratio }) => ratio),
          );
          return (
            <div
              key={theme}
              style={styleOf(theme, colours)}
              className="rounded-control border border-line p-4"
            >
              <p className="flex items-center gap-3 text-sm font-semibold">
                {logo === null ? (
                  <Logo className="size-10 shrink-0" />
                ) : (
                  <img src={logo} alt="" className="size-10 shrink-0 object-contain" />
                )}
                <bdi className="min-w-0">{typed[`name.${language}`]}</bdi>
              </p>
              <p className="mt-4 rounded-control bg-card p-4">
                <span className="block font-semibold text-brand">{t('auth.signIn.title')}</span>
                <span className="mt-3 block rounded-control bg-brand px-4 py-3 text-center font-semibold text-on-brand">
                  {t('common.signIn')}
                </span>
              </p>
              <p className="mt-3 text-sm text-muted">
                {t('admin.params.contrast', {
                  theme: t(`admin.params.theme.${theme}`),
                  ratio: formatNumber(Math.floor(lowest * 10) / 10),
                })}
              </p>
            </div>
          );
        })}
      </div>
      <p className="mt-3 text-sm text-muted">{t('admin.params.preview.sms', { sender })}</p>
    </section>
  );
}
