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

const address = () => screen.getByRole('status').textContent;

test('the router follows a plain click', async () => {
  const link = await renderLink();
  expect(link.getAttribute('href')).toBe('/terms');
  // False: the browser does not follow it as well.
  expect(fireEvent.click(link)).toBe(false);
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
  expect(fireEvent.click(link, click)).toBe(true);
  expect(address()).toBe('/');
});

test('neither the router nor the browser follows a click whose default is prevented', async () => {
  const link = await renderLink({ onClick: (click) => click.preventDefault() });
  expect(fireEvent.click(link)).toBe(false);
  expect(address()).toBe('/');
});
