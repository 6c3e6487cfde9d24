import { onTestFinished } from 'vitest';

/** Gives each canvas of the test the same context. happy-dom has none, and the files of a worker share its classes. */
export function stubCanvasContext(context: object): void {
  const { prototype } = HTMLCanvasElement;
  const original: unknown = Reflect.get(prototype, 'getContext');
  Reflect.set(prototype, 'getContext', () => context);
  onTestFinished(() => void Reflect.set(prototype, 'getContext', original));
}
