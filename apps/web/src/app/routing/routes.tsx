import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import { adminRoutes } from '#features/admin/routes.ts';
import { applicationRoutes } from '#features/applications/routes.ts';
import { errorRoutes } from '#features/error-pages/routes.ts';
import { legalRoutes } from '#features/legal/routes.ts';
import { memberRoutes } from '#features/member/routes.ts';
import { AuthLayout } from '#features/sign-in/auth-layout/auth-layout.tsx';
import { signInRoutes } from '#features/sign-in/routes.ts';
import { ssoRoutes } from '#features/sso/routes.ts';
import { lazyPage, preloadPage, warmPage } from '#navigation/lazy-page.ts';
import { defaultPath, matchKnownPath, paths, signInPath } from '#navigation/paths.ts';
import type { LayoutName, RouteEntry } from '#navigation/route-entry.ts';
import { whenIdle } from '#shared/lib/browser/when-idle.ts';
import { useAuth } from '#state/auth.ts';
import { ShellFrame } from '../shell-frame.tsx';
import { Guarded } from './guarded.tsx';
import { UnknownPath } from './unknown-path.tsx';

const ShellLayout = lazyPage(() => import('#features/shell/shell-layout.tsx'), 'ShellLayout', 'shell');

export const routes: readonly RouteEntry[] = [
  ...signInRoutes,
  ...ssoRoutes,
  ...memberRoutes,
  ...adminRoutes,
  ...applicationRoutes,
  ...legalRoutes,
  ...errorRoutes,
];

export function routeOf(path: string): RouteEntry | undefined {
  const known = matchKnownPath(path);
  return known === null ? undefined : routes.find((entry) => [entry.path].flat().includes(known));
}

export async function preloadRoute(path: string): Promise<void> {
  const entry = routeOf(path);
  if (!entry) return;
  const isInShell = entry.layout === 'shell' && useAuth.getState().isAuthenticated;
  await Promise.all([preloadPage(entry.page), isInShell && preloadPage(ShellLayout)]);
}

export async function warmRoute(path: string): Promise<void> {
  const entry = routeOf(path);
  if (entry?.layout === 'shell') await Promise.all([warmPage(ShellLayout), warmPage(entry.page)]);
}

function routesIn(layout: LayoutName) {
  return routes
    .filter((entry) => entry.layout === layout)
    .flatMap((entry) => [entry.path].flat().map((path) => ({ path, entry })))
    .map(({ path, entry }) => (
      <Route key={path} path={path} element={<Guarded key={path} entry={entry} />} />
    ));
}

async function warmSignIn(): Promise<void> {
  const entry = routeOf(signInPath);
  if (entry) await warmPage(entry.page);
}

/** Signed-out visitors get no shell, because the routes inside redirect them. */
function ShellForMembers() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  // Loads the page that follows a sign-out, which must open at once and without a network.
  useEffect(() => {
    if (isAuthenticated) void whenIdle().then(warmSignIn);
  }, [isAuthenticated]);
  if (!isAuthenticated) return <Outlet />;
  return (
    <Suspense fallback={<ShellFrame />}>
      <ShellLayout />
    </Suspense>
  );
}

export function AppRoutes() {
  return (
    // The global loader already shows that a page is loading, so the fallback is empty.
    <Suspense fallback={null}>
      <Routes>
        <Route path={paths.root} element={<Navigate replace to={defaultPath} />} />
        <Route path={paths.signUp} element={<Navigate replace to={paths.signUpOtp} />} />
        <Route element={<AuthLayout />}>{routesIn('auth')}</Route>
        <Route element={<ShellForMembers />}>{routesIn('shell')}</Route>
        {routesIn('bare')}
        <Route path="*" element={<UnknownPath />} />
      </Routes>
    </Suspense>
  );
}
