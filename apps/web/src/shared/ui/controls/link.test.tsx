import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Link, type LinkProps } from './link.tsx';

function Address() {
  return <output>{useLocation().pathname}</output>;
}

async function renderLink(props: Partial<LinkProps> = {}): Promise<HTMLElement> {
  await renderUi(
    <>
      <Link to="/terms" {...props}>
        Terms
      </Link>
      <Address />
    </>,
  );
  return screen.getByRole('link');
}

/** Clicks the link and returns whether the browser would follow it. Prevents the actual navigation. */
function clickFollows(link: HTMLElement, click: MouseEventInit = {}): boolean {
  let isFollowed = false;
  const stop = (clicked: MouseEvent): void => {
    isFollowed = !clicked.defaultPrevented;
    clicked.preventDefault();
  };
  addEventListener('click', stop, { once: true });
  fireEvent.click(link, click);
  return isFollowed;
}

const address = () => screen.getByRole('status').textContent;

test('the router follows a plain click on a link', async () => {
  const link = await renderLink();
  expect(link.getAttribute('href')).toBe('/terms');
  expect(clickFollows(link)).toBe(false);
  expect(address()).toBe('/terms');
});

test.each<[string, MouseEventInit, Partial<LinkProps>]>([
  ['with Ctrl', { ctrlKey: true }, {}],
  ['of the middle button', { button: 1 }, {}],
  ['on a link to a new tab', {}, { target: '_blank' }],
  ['on a link that loads the document', {}, { reloadDocument: true }],
])('the browser follows a click %s', async (_case, click, props) => {
  const link = await renderLink(props);
  expect(link.getAttribute('target')).toBe(props.target ?? null);
  expect(clickFollows(link, click)).toBe(true);
  expect(address()).toBe('/');
});

test('neither the router nor the browser follows a cancelled click', async () => {
  const link = await renderLink({ onClick: (click) => click.preventDefault() });
  expect(clickFollows(link)).toBe(false);
  expect(address()).toBe('/');
});
