import { useSyncExternalStore } from 'react';
import { setLocale } from '#shared/i18n/i18n.ts';
import { languageNames, locales, textLanguages } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { readBoot } from '#shared/lib/boot.ts';
import { cx } from '#shared/lib/cx.ts';

const unchanging = () => () => {};
const offersArabic = (): boolean => readBoot().locales?.includes('ar') === true;

/**
 * One button per language. The accessible name starts with the visible short name (WCAG 2.5.3). Arabic appears if the
 * server offers it or it is the active language, and never in a prerendered page.
 */
export function LanguageSwitch() {
  const t = useT();
  const active = useLocale();
  const isArabicOffered = useSyncExternalStore(unchanging, offersArabic, () => false) || active === 'ar';
  return (
    <fieldset className="flex rounded-control border border-line bg-card p-1">
      <legend className="sr-only">{t('common.language')}</legend>
      {(isArabicOffered ? locales : textLanguages).map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === active}
          className={cx(
            'size-10 rounded-md text-sm font-semibold transition-colors',
            locale === active ? 'bg-soft text-brand forced-colors:outline' : 'text-muted hover:text-ink',
          )}
          onClick={() => void setLocale(locale)}
        >
          {locale.toUpperCase()}
          <span className="sr-only"> {languageNames[locale]}</span>
        </button>
      ))}
    </fieldset>
  );
}
