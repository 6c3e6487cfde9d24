import { frames, type PageName, type RenderedPath, renderedPages } from '@vid/contract/pages';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router';
import { App } from './app/app.tsx';
import { routes } from './app/routing/routes.tsx';
import { ShellFrame } from './app/shell-frame.tsx';
import { AuthLayout } from './features/sign-in/auth-layout/auth-layout.tsx';
import { LandingFrame } from './features/sso/landing-frame.tsx';
import type { AreaPage } from './navigation/area-page.ts';
import { type Page, partsOf } from './navigation/lazy-page.ts';
import { basePath, paths } from './navigation/paths.ts';
import { activateLocale, loadTexts, replaceText, t } from './shared/i18n/i18n.ts';
import { type Area, areasOf } from './shared/i18n/loaders.ts';
import type { TextLanguage } from './shared/i18n/locale.ts';
import { Loading } from './shared/ui/feedback/loader.tsx';

export type RenderedPage = { name: PageName; body: string; title: string; description: string };

const titles = {
  signin: 'auth.signIn.title',
  'signin-otp': 'auth.otp.title',
  'signup-otp': 'signUp.title',
  'forget-password': 'reset.title',
  'error-401': 'errors.401.title',
  'error-403': 'errors.403.title',
  'error-404': 'errors.404.title',
  'error-500': 'errors.500.title',
  'error-maintain': 'errors.maintain.title',
  'error-comming': 'errors.comming.title',
  terms: 'common.terms',
  privacy: 'common.privacy',
} as const satisfies Record<(typeof renderedPages)[RenderedPath], string>;

/** Returns the HTML of an element at a path, including its lazy parts. Throws if a part does not render. */
async function renderAt(path: string, element: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter basename={basePath} location={`${basePath}${path}`}>
      {element}
    </StaticRouter>,
    {
      // By default, React writes large boundaries at the end and moves them into place by inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        errors.push(error);
      },
    },
  );
  // React reports an error inside a boundary and leaves the boundary to the browser.
  if (errors.length > 0) throw new AggregateError(errors, `${path} was not rendered`);
  let html = '';
  for await (const part of prelude) html += String(part);
  return html;
}

const stepFrame = (
  <Routes>
    <Route element={<AuthLayout />}>
      <Route path="*" element={<Loading />} />
    </Route>
  </Routes>
);

const frameElements: Record<(typeof frames)[number], ReactNode> = {
  landing: <LandingFrame />,
  sso: null,
  step: stepFrame,
  app: <ShellFrame />,
};

/** Renders every prerendered page in one language, with its title and description. Runs at build time. */
export async function render(language: TextLanguage): Promise<RenderedPage[]> {
  activateLocale(language);
  await loadTexts('core', 'signUp', 'reset', 'errorPages');
  const association = t('common.associationName');
  // Placeholder that the server replaces with the association's name.
  replaceText('common.associationName', '%ASSOCIATION%');
  const description = t('auth.signIn.lead');
  const pages: RenderedPage[] = [];
  // Render one page after another, because they share the module's language and loading state.
  for (const [path, name] of Object.entries(renderedPages)) {
    if (pages.some((page) => page.name === name)) continue;
    // `/signup` redirects to the next page, which has the same name.
    if (path === '/signup') continue;
    pages.push({
      name,
      body: await renderAt(path, <App />),
      title: `${t(titles[name])} · ${association}`,
      description,
    });
  }
  for (const name of frames) {
    pages.push({ name, body: await renderAt('/', frameElements[name]), title: 'VID', description });
  }
  return pages;
}

/** A page behind the sign-in: the names of the built files that it imports, and its texts. */
export type MemberPage = { path: string; files: string[]; texts: Area[] };

/** Returns the name of the built file that the code of a lazy page imports. */
function fileOf(load: () => unknown): string {
  const name = /import\("[^"]*?([^"/]+)"\)/.exec(String(load))?.[1];
  if (name === undefined) throw new Error(`The code of a lazy page imports no file: ${String(load)}`);
  return name;
}

async function memberPage(path: string, chain: readonly Page[]): Promise<MemberPage> {
  const parts = chain.map((page) => partsOf(page)).filter((part) => part !== undefined);
  const texts = await Promise.all(parts.flatMap((part) => part.texts).map(areasOf));
  return { path, files: parts.map(({ load }) => fileOf(load)), texts: ['shell', ...texts.flat()] };
}

/** Lists the pages behind the sign-in with what they load, for the hints in the HTML. Runs at build time. */
export async function listMemberPages(): Promise<MemberPage[]> {
  const areas: Readonly<Record<string, readonly AreaPage[]>> = {
    [paths.admin]: (await import('./features/admin/admin-pages.tsx')).pages,
    [paths.apps]: (await import('./features/applications/applications-pages.tsx')).pages,
  };
  const pages = routes
    .filter(({ layout }) => layout === 'shell')
    .flatMap(({ path, page }) =>
      [path]
        .flat()
        .flatMap(
          (route) =>
            areas[route]?.map(([inner, innerPage]) => memberPage(inner, [page, innerPage])) ?? [
              memberPage(route, [page]),
            ],
        ),
    );
  return Promise.all(pages);
}
