import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FilterDate } from './filter-date.tsx';

afterEach(cleanup);

function Page() {
  const [day, setDay] = useState('');
  return (
    <>
      <FilterDate label="From" value={day} onChange={setDay} />
      <output>{day}</output>
      <button onClick={() => setDay('')}>Clear</button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('From');

test('the date filter applies the typed day on Enter, and keeps the focus in its field', () => {
  render(<Page />);
  const typed = field();
  typed.focus();
  fireEvent.change(typed, { target: { value: '2026-11-24' } });
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.keyDown(typed, { key: 'Enter' });
  expect(screen.getByRole('status').textContent).toBe('2026-11-24');
  expect(document.activeElement).toBe(typed);
  expect(typed.isConnected).toBe(true);
});

test('the date filter becomes empty if the filter is cleared elsewhere', () => {
  render(<Page />);
  fireEvent.change(field(), { target: { value: '2026-11-24' } });
  fireEvent.blur(field());
  expect(screen.getByRole('status').textContent).toBe('2026-11-24');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(field().value).toBe('');
});
