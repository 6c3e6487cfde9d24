import { render, screen } from '@testing-library/react';
import { prerenderToNodeStream } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { refusal } from '../../../../test/fake-server.ts';
import { bodiesOf, network, useVisitorScreens } from '../../../../test/visitor.tsx';
import { holdEarlyPress } from '#shared/forms/early-forms.ts';
import { SocialPlace } from './social-place.tsx';

useVisitorScreens();

const start = 'POST /vid/ajax/auth/login/social/start';

beforeEach(() => {
  document.body.innerHTML = '';
  document.addEventListener('click', holdEarlyPress, true);
  return () => document.removeEventListener('click', holdEarlyPress, true);
});

function startApp(social: readonly string[]): void {
  document.head.innerHTML = `<script type="application/json" id="vid-boot">${JSON.stringify({ social })}</script>`;
  render(
    <MemoryRouter>
      <SocialPlace />
    </MemoryRouter>,
  );
}

const names = (): (string | null)[] => screen.queryAllByRole('button').map(({ textContent }) => textContent);

test('the prerendered sign-in page has a button for every provider', async () => {
  document.body.innerHTML = await text((await prerenderToNodeStream(<SocialPlace />)).prelude);
  expect(names()).toEqual(['Zalo', 'Google', 'Facebook']);
});

test.each([
  ['only the buttons of configured providers', ['google', 'facebook']],
  ['no buttons if no provider is configured', []],
])('the hydrated sign-in page shows %s', async (_buttons, social) => {
  startApp(social);
  await expect.poll(names).toEqual(social.map((name) => (name === 'facebook' ? 'Facebook' : 'Google')));
});

test('an early press on a provider’s button takes effect after loading', async () => {
  network().on(start, () => refusal(403, { error: 'x', message: 'SOCIAL_DISABLED' }));
  document.body.innerHTML = '<button data-early="zalo">Zalo</button>';
  const zalo = screen.getByRole('button', { name: 'Zalo' });
  zalo.click();
  expect(zalo.getAttribute('aria-busy')).toBe('true');
  zalo.remove();
  startApp(['zalo']);
  await expect.poll(() => bodiesOf(start)).toEqual([{ provider: 'zalo', isPopup: false }]);
});
