import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app/app.tsx';
import { activateLocale, loadTexts, t } from './shared/i18n/i18n.ts';
import type { TextLanguage } from './shared/i18n/locale.ts';

/** Run at build, one language after the other: the sign-in page as HTML, and what its head says. */
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
