import { afterEach, expect, test } from 'vitest';
import { findFirstToFill } from './values.ts';

afterEach(() => document.body.replaceChildren());

function firstToFill(fields: string): string | null {
  document.body.innerHTML = `<form>${fields}</form>`;
  const [form] = document.forms;
  return form === undefined ? null : (findFirstToFill(form)?.getAttribute('name') ?? null);
}

const hidden = '<input type="hidden" name="hidden"><input name="readonly" readonly>';

test('findFirstToFill chooses the first empty text field', () => {
  expect(firstToFill(`${hidden}<input name="phone"><input name="password" type="password">`)).toBe('phone');
  expect(
    firstToFill('<select name="kind"></select><textarea name="reason"></textarea><input name="name">'),
  ).toBe('reason');
  expect(
    firstToFill('<input name="phone" value="0912"><input type="checkbox" name="box"><input name="code">'),
  ).toBe('code');
});

test('findFirstToFill chooses the first field if no text field is empty', () => {
  expect(firstToFill(`${hidden}<input name="phone" value="0912"><input type="checkbox" name="box">`)).toBe(
    'phone',
  );
  expect(firstToFill(hidden)).toBeNull();
});
