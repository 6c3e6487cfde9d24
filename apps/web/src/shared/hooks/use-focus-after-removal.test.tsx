import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

function Page({ hasDialog = false }: { hasDialog?: boolean }) {
  useFocusAfterRemoval();
  const [isDone, setIsDone] = useState(false);
  const [isOther, setIsOther] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Title</h1>
      {/* Has the same role as a dialog of Base UI. */}
      <div role={hasDialog ? 'dialog' : undefined} />
      {!isDone && <button onClick={() => setIsDone(true)}>Approve</button>}
      {!isOther && <button onClick={() => setIsOther(true)}>Other</button>}
    </>
  );
}

afterEach(cleanup);

const press = (name: string) => screen.getByRole('button', { name }).click();
const title = () => screen.getByRole('heading', { level: 1 });
const nextFrames = () =>
  new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
  });

test('the focus moves to the title when the focused button is removed', async () => {
  render(<Page />);
  screen.getByRole('button', { name: 'Approve' }).focus();
  press('Approve');
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

test('the focus stays where it is when another element is removed', async () => {
  render(<Page />);
  screen.getByRole('button', { name: 'Approve' }).focus();
  press('Other');
  await nextFrames();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve' }));
});

test('the focus stays where the page has moved it', async () => {
  render(<Page />);
  const [approve, other] = screen.getAllByRole('button');
  approve?.focus();
  press('Approve');
  await waitFor(() => expect(approve?.isConnected).toBe(false));
  other?.focus();
  await nextFrames();
  expect(document.activeElement).toBe(other);
});

test('the focus does not move to a title behind a dialog', async () => {
  render(<Page hasDialog />);
  screen.getByRole('button', { name: 'Approve' }).focus();
  press('Approve');
  await nextFrames();
  expect(document.activeElement).toBe(document.body);
});

test('the focus does not move after a press outside every control', async () => {
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Approve' });
  button.focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  button.blur();
  press('Approve');
  await nextFrames();
  expect(document.activeElement).toBe(document.body);
});
