import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { SearchField } from './search-field.tsx';

const sent = vi.fn<(search: string) => void>();

/** Renders a field whose search is kept outside the field, as in the history entry. */
function List({ isSearchable }: { isSearchable?: (typed: string) => boolean }) {
  const [search, setSearch] = useState('');
  const view = {
    search,
    setSearch: (text: string) => {
      sent(text);
      setSearch(text);
    },
  };
  return (
    <>
      <SearchField label="Tìm theo tên" view={view} isSearchable={isSearchable} />
      <output>{search}</output>
      <button onClick={() => setSearch('')}>Bỏ</button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Tìm theo tên' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const wait = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

describe('SearchField', () => {
  beforeEach(async () => {
    await loadTexts('admin');
    sent.mockClear();
    await renderUi(<List />);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('stops searching once another page is being opened', () => {
    type('Lan');
    history.pushState(null, '', '/admin/accounts/acc_1');
    wait(1000);
    expect(sent).not.toHaveBeenCalled();
  });

  test('searches once the user pauses, if at least two letters are typed', () => {
    type('L');
    wait(1000);
    expect(sent).not.toHaveBeenCalled();
    type('La');
    wait(200);
    type('Lan ');
    wait(249);
    expect(sent).not.toHaveBeenCalled();
    wait(1);
    expect(sent.mock.calls).toEqual([['Lan']]);
    expect(field().value).toBe('Lan ');
  });

  test('keeps what is typed while an earlier search is shown', () => {
    type('Lan');
    wait(250);
    type('Lan Anh');
    expect([field().value, screen.getByRole('status').textContent]).toEqual(['Lan Anh', 'Lan']);
    wait(250);
    expect(screen.getByRole('status').textContent).toBe('Lan Anh');
  });

  test('searches at once on Enter, and not again after the pause', () => {
    type('L');
    fireEvent.submit(field());
    wait(1000);
    expect(sent.mock.calls).toEqual([['L']]);
  });

  test('becomes empty if the search is cleared elsewhere', () => {
    type('Lan');
    wait(250);
    fireEvent.click(screen.getByRole('button', { name: 'Bỏ' }));
    expect(field().value).toBe('');
  });
});

/** Renders a field whose search finds its only match when the button is pressed. */
function Opening() {
  const [search, setSearch] = useState('');
  const [match, setMatch] = useState<string>();
  return (
    <>
      <SearchField label="Tìm theo tên" view={{ search, setSearch }} onlyMatch={match} />
      <button onClick={() => setMatch('/accounts/1')}>Tìm thấy</button>
      <output>{useLocation().pathname}</output>
    </>
  );
}

test.each([
  ['opens the only match', undefined, '/accounts/1'],
  ['opens no match once the user has typed more,', 'Lan A', '/'],
])('Enter in the search field %s when the search responds late', async (_title, more, path) => {
  await loadTexts('admin');
  await renderUi(<Opening />);
  type('Lan');
  fireEvent.submit(field());
  if (more !== undefined) type(more);
  fireEvent.click(screen.getByRole('button', { name: 'Tìm thấy' }));
  expect(screen.getByRole('status').textContent).toBe(path);
});

test('the search field searches only for a text that isSearchable accepts', async () => {
  await loadTexts('admin');
  sent.mockClear();
  await renderUi(<List isSearchable={(text) => text === '' || text.length === 10} />);
  vi.useFakeTimers();
  type('091234567');
  wait(1000);
  expect(sent).not.toHaveBeenCalled();
  type('0912345678');
  wait(250);
  vi.useRealTimers();
  expect(sent.mock.calls).toEqual([['0912345678']]);
});
