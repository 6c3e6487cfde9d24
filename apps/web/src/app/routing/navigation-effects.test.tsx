import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { settings } from '../../../test/sign-on.ts';
import { writeEntryQuery } from '#navigation/entry-query.ts';
import { basePath } from '#navigation/paths.ts';
import { ssoEvents, useSso } from '#state/sso.ts';
import { showAddress } from '../start/follow-sso-request.ts';
import { NavigationEffects } from './navigation-effects.tsx';

afterEach(() => ssoEvents.reset());

/** Opens a path as start-up does, before the router's layout effect listens for navigation. */
function OpensEarly({ path }: { path: string }) {
  useLayoutEffect(() => showAddress(path), [path]);
  return null;
}

function ShownPath() {
  return <p>{useLocation().pathname}</p>;
}

test('the router shows a page that opened before the router listened', async () => {
  useSso.setState({ settings });
  history.replaceState(null, '', `${basePath}/home?appCode=${settings.appCode}`);
  render(
    <BrowserRouter basename={basePath}>
      <NavigationEffects />
      <ShownPath />
      <OpensEarly path="/signup/otp" />
    </BrowserRouter>,
  );
  expect(await screen.findByText('/signup/otp')).toBeTruthy();
  expect(`${location.pathname}${location.search}`).toBe(`${basePath}/signup/otp${writeEntryQuery(settings)}`);
});
