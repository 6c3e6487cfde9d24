import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-runtime';
import { containTexts, type Props } from './contain-texts.ts';

export { Fragment } from 'react/jsx-runtime';

const wrap = (text: string | number) => react.jsx('span', { children: text });

/** Creates an element with at most one child, or with a list of keyed children. */
export const jsx = (type: ElementType, props: Props, key?: Key) =>
  react.jsx(type, type === react.Fragment ? containTexts(type, props, wrap) : props, key);

/** Creates an element whose children keep their positions. */
export const jsxs = (type: ElementType, props: Props, key?: Key) => {
  const contained = containTexts(type, props, wrap);
  return (Array.isArray(contained.children) ? react.jsxs : react.jsx)(type, contained, key);
};
