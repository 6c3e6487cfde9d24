import { cleanup, render } from '@testing-library/react';
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { translatePage } from '../../../test/page-translator.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { WholeWords } from '#shared/i18n/whole-words.tsx';
import { jsx, jsxs } from './jsx-runtime.ts';

afterEach(cleanup);

const Bare = ({ text }: { text: string }) => <>{text}</>;

function renderTranslated(before: ReactNode, after: ReactNode): string | null {
  const { rerender, container } = render(<div>{before}</div>);
  translatePage(container);
  rerender(<div>{after}</div>);
  return container.textContent;
}

const label = 'Gửi';
const Label = ({ icon, text }: { icon: boolean; text: string }) => (
  <p>
    {icon && <i>…</i>}
    {text}
  </p>
);

describe('a translated page', () => {
  test.each([
    {
      what: 'inserts an element before a text',
      before: <Label icon={false} text={label} />,
      after: <Label icon text={label} />,
      text: '…Gửi',
    },
    {
      what: 'removes an element before a text',
      before: <Label icon text={label} />,
      after: <Label icon={false} text={label} />,
      text: 'Gửi',
    },
    {
      what: 'removes a text beside an element',
      before: <Label icon text={label} />,
      after: <Label icon text="" />,
      text: '…',
    },
    {
      what: 'updates a text beside an element',
      before: <Label icon text={label} />,
      after: <Label icon text="Xong" />,
      text: '…Xong',
    },
    {
      what: 'updates a text that consists of several parts',
      before: (
        <p>
          {1} {label}
        </p>
      ),
      after: (
        <p>
          {2} {label}
        </p>
      ),
      text: '2 Gửi',
    },
    {
      what: 'replaces a text by an element',
      before: <p>{label}</p>,
      after: <p>{<b>Xong</b>}</p>,
      text: 'Xong',
    },
    {
      what: 'replaces the text of a component that has no element',
      before: (
        <p>
          <b>1</b>
          <Bare text={label} />
        </p>
      ),
      after: (
        <p>
          <b>1</b>
          <Bare text="" />
        </p>
      ),
      text: '1',
    },
    {
      what: 'updates a sentence with a link',
      before: <Rich text="Xem <a>ở đây</a> nhé" parts={{ a: <b /> }} />,
      after: <Rich text="<a>Here</a>" parts={{ a: <b /> }} />,
      text: 'Here',
    },
    {
      what: 'updates a title',
      before: <WholeWords text="Xem tài khoản" />,
      after: <WholeWords text="Account" />,
      text: 'Account',
    },
  ])('$what', ({ before, after, text }) => {
    expect(renderTranslated(before, after)).toBe(text);
  });
});

test.each([
  {
    what: 'a text beside an element',
    element: jsxs('p', { children: ['a', jsx('b', { children: 'b' })] }),
    html: '<p><span>a</span><b>b</b></p>',
  },
  { what: 'only texts', element: jsxs('p', { children: ['a', ' ', 1, null] }), html: '<p>a 1</p>' },
  { what: 'a single text', element: jsx('p', { children: 'a' }), html: '<p>a</p>' },
  {
    what: 'a space between elements',
    element: jsxs('p', { children: [jsx('b', {}), ' ', jsx('i', {})] }),
    html: '<p><b></b> <i></i></p>',
  },
  { what: 'the only text of a fragment', element: jsx(Fragment, { children: 'a' }), html: '<span>a</span>' },
  {
    what: 'the texts of a fragment',
    element: jsxs(Fragment, { children: ['a', 'b'] }),
    html: '<span>ab</span>',
  },
])('the JSX runtime of the build renders $what as $html', ({ element, html }) => {
  expect(renderToStaticMarkup(element)).toBe(html);
});
