import { type ElementType, Fragment, type ReactNode } from 'react';

export type Props = { readonly children?: unknown };

const isText = (child: unknown): child is string | number =>
  typeof child === 'string' || typeof child === 'number';
const isVisibleText = (child: unknown): child is string | number => isText(child) && `${child}`.trim() !== '';
const isNothing = (child: unknown): boolean =>
  child === null || child === undefined || typeof child === 'boolean';

/**
 * Returns the properties of an element such that no text is directly next to an element. Page translators replace text
 * nodes with `<font>` elements; React then fails to remove such a text or to insert an element before it, and does not
 * update it. A text that is the only child is safe, because React replaces its parent's content.
 */
export function containTexts(
  type: ElementType,
  props: Props,
  wrap: (text: string | number) => ReactNode,
): Props {
  const { children, ...attributes } = props;
  if (Array.isArray(children) && children.every((child) => isText(child) || isNothing(child)))
    return containTexts(type, { ...attributes, children: children.filter(isText).join('') }, wrap);
  // A fragment creates no element, so its text is next to the surrounding nodes.
  if (type === Fragment && isVisibleText(children)) return { ...attributes, children: wrap(children) };
  if (!Array.isArray(children) || !children.some(isVisibleText)) return props;
  const contained = children.map((child: unknown) => (isVisibleText(child) ? wrap(child) : child));
  return { ...attributes, children: contained };
}
