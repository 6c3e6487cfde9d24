import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCall } from './use-call.ts';

test('a repeated call drops the error and keeps the result', async () => {
  const { result } = renderHook(() => useCall<string>());
  const run = (work: () => Promise<string>) => act(() => result.current.run(work));
  await run(async () => 'first');
  const error = new Error('refused');
  await run(() => Promise.reject(error));
  expect(result.current).toMatchObject({ data: 'first', error, isPending: false });
  const second = Promise.withResolvers<string>();
  act(() => void result.current.run(() => second.promise));
  expect(result.current).toMatchObject({ data: 'first', error: null, isPending: true });
  await act(async () => second.resolve('second'));
  expect(result.current).toMatchObject({ data: 'second', error: null, isPending: false });
});

test('an older call does not replace the state of a newer call', async () => {
  const { result } = renderHook(() => useCall<string>());
  const first = Promise.withResolvers<string>();
  act(() => void result.current.run(() => first.promise));
  await act(() => result.current.run(async () => 'second'));
  await act(async () => first.resolve('first'));
  expect(result.current).toMatchObject({ data: 'second', isPending: false });
  const third = Promise.withResolvers<string>();
  act(() => void result.current.run(() => third.promise));
  await act(() => result.current.run(async () => 'fourth'));
  await act(async () => third.reject(new Error('late')));
  expect(result.current).toMatchObject({ data: 'fourth', error: null });
});
