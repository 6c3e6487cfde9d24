import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WholeWords } from './whole-words.tsx';

const unbroken = (text: string): string[] => {
  const { container } = render(<WholeWords text={text} />);
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('.whitespace-nowrap')].map((word) => word.textContent);
};

test('a Vietnamese title does not break inside “đăng nhập”', () => {
  expect(unbroken('Yêu cầu đăng nhập đã hết hạn')).toEqual(['Yêu cầu', 'đăng nhập']);
  expect(unbroken('Cho phép thiết bị đăng nhập?')).toEqual(['thiết bị', 'đăng nhập?']);
});

test('a hyphenated English word does not break', () => {
  expect(unbroken('The sign-in request has expired')).toEqual(['sign-in']);
  expect(unbroken('Sign in with a one-time code')).toEqual(['one-time']);
});

test('a title without a compound or hyphenated word stays unchanged', () => {
  expect(unbroken('Something went wrong')).toEqual([]);
});
