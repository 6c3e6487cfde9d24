import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-dev-runtime';
import { containTexts, type Props } from './contain-texts.ts';

export { Fragment } from 'react/jsx-dev-runtime';

const wrap = (text: string | number) => react.jsxDEV('span', { children: text }, undefined, false);

/** Creates an element in development and in tests, where it replaces `jsx` and `jsxs` of `jsx-runtime.ts`. */
export function jsxDEV(type: ElementType, props: Props, key: Key | undefined, isStatic: boolean) {
  if (!isStatic && type !== react.Fragment) return react.jsxDEV(type, props, key, false);
  const contained = containTexts(type, props, wrap);
  return react.jsxDEV(type, contained, key, Array.isArray(contained.children) && isStatic);
}
