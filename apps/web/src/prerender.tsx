import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app/app.tsx';
import { activateLocale, loadTexts, t } from './shared/i18n/i18n.ts';
import type { TextLanguage } from './shared/i18n/locale.ts';

/** Renders the sign-in page with its title and description. Runs once per language at build time. */
export async function render(
  language: TextLanguage,
): Promise<{ body: string; title: string; description: string }> {
  activateLocale(language);
  await loadTexts('core');
  return {
    body: renderToString(
      <StaticRouter basename="/vid/web" location="/vid/web/signin">
        <App />
      </StaticRouter>,
    ),
    title: `${t('auth.signIn.title')} · ${t('common.associationName')}`,
    description: t('auth.signIn.lead'),
  };
}
