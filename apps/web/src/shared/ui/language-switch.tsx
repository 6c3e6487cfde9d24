import { setLocale } from '#shared/i18n/i18n.ts';
import { languageNames, textLanguageOf, textLanguages } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';

/** One button per language. The accessible name starts with the visible short name (WCAG 2.5.3). */
export function LanguageSwitch() {
  const t = useT();
  const active = textLanguageOf(useLocale());
  return (
    <fieldset className="flex rounded-control border border-line bg-card p-1">
      <legend className="sr-only">{t('common.language')}</legend>
      {textLanguages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === active}
          className={cx(
            'min-h-9 min-w-11 rounded-[9px] px-2 text-sm font-semibold transition-colors',
            language === active ? 'bg-soft text-brand forced-colors:outline' : 'text-muted hover:text-ink',
          )}
          onClick={() => void setLocale(language)}
        >
          {language === 'vi' ? 'VI' : 'EN'}
          <span className="sr-only"> {languageNames[language]}</span>
        </button>
      ))}
    </fieldset>
  );
}
