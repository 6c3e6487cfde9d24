import { waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { isAnswering } from './fake-server.ts';
import { lookUp } from '../src/shared/i18n/i18n.ts';

const shown = (text: string | null | undefined): string => (text ?? '').replace(/\s+/gu, ' ').trim();

const fields = 'input, select, textarea';

function textOf(label: Element): string {
  const copy = document.createElement('div');
  copy.append(label.cloneNode(true));
  for (const field of copy.querySelectorAll(fields)) field.remove();
  return copy.textContent;
}

function nameOf(element: Element): string {
  const own = element.getAttribute('aria-label');
  if (own !== null) return shown(own);
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
      ? [...(element.labels ?? [])]
      : [];
  const texts =
    ids.length > 0 ? ids.map((id) => document.getElementById(id)?.textContent) : labels.map(textOf);
  return shown(element.matches(fields) || ids.length > 0 ? texts.join(' ') : element.textContent);
}

const isOff = (element: Element): string =>
  element.matches(':disabled, fieldset:disabled *') ? ' (off)' : '';

const shownAttributes = [
  'aria-busy',
  'aria-current',
  'aria-expanded',
  'aria-invalid',
  'aria-keyshortcuts',
  'aria-pressed',
  'autocomplete',
  'download',
  'enterkeyhint',
  'inputmode',
  'lang',
  'max',
  'maxlength',
  'min',
  'rows',
  'target',
  'title',
];
const tones = ['text-accent', 'text-danger', 'text-success'];
/** Control types that the outline does not name: browsers' defaults, and types that it shows by other signs. */
const plainTypes = ['button', 'checkbox', 'radio', 'text'];

/**
 * Returns marks for properties that a text does not show: attributes for browsers and screen readers, and
 * the colour of a warning.
 */
function marksOf(element: Element): string {
  const type = element.matches('button, input') ? element.getAttribute('type') : null;
  const descriptions = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  const marks = [
    ...(type === null || plainTypes.includes(type) ? [] : [type]),
    ...shownAttributes.flatMap((name) => {
      const value = element.getAttribute(name);
      return value === null ? [] : [`${name}=${shown(value)}`];
    }),
    ...(descriptions.some((id) => document.getElementById(id)) ? ['described'] : []),
    ...tones.filter((tone) => element.classList.contains(tone)),
  ];
  return marks.length === 0 ? '' : ` {${marks.join(', ')}}`;
}

/**
 * Describes the page from top to bottom, in a line for each `# heading`, `[button]`, `link → address`, `label: value`
 * and text. Further attributes follow in `{…}`. Collapses spaces, and omits content hidden from screen readers.
 */
export function outline(root: Element = document.body): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    const text = shown(line);
    if (text !== '') lines.push(text);
    line = '';
  };
  const add = (text: string): void => {
    end();
    lines.push(text);
  };
  const walk = (node: Node): void => {
    if (node instanceof Text) line += node.data;
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return;
    const tag = node.tagName.toLowerCase();
    if (/^h[1-6]$/u.test(tag)) return add(`# ${shown(node.textContent)}${marksOf(node)}`);
    if (tag === 'button') return add(`[${nameOf(node)}]${isOff(node)}${marksOf(node)}`);
    if (tag === 'a') return add(`${nameOf(node)} → ${node.getAttribute('href')}${marksOf(node)}`);
    if (node instanceof HTMLInputElement && (node.type === 'checkbox' || node.type === 'radio'))
      return add(`(${node.checked ? 'x' : ' '}) ${nameOf(node)}${isOff(node)}${marksOf(node)}`);
    if (node instanceof HTMLSelectElement)
      return add(
        `${nameOf(node)}: ${[...node.options].map((option) => (option.selected ? `<${option.text}>` : option.text)).join(', ')}${isOff(node)}${marksOf(node)}`,
      );
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
      return add(`${nameOf(node)}: ${node.value}${isOff(node)}${marksOf(node)}`);
    if (node instanceof HTMLProgressElement)
      return add(`${nameOf(node)}: ${node.getAttribute('value')} of ${node.max}`);
    if (tag === 'img') return add(`(${node.getAttribute('alt')})`);
    if (tag === 'label') {
      node.querySelectorAll(fields).forEach(walk);
      return undefined;
    }
    const isBlock =
      /^(?:p|li|ul|ol|dl|dt|dd|div|section|table|tr|td|th|caption|form|output|nav|header)$/u.test(tag);
    if (isBlock) end();
    if (node.hasAttribute('aria-label')) add(`${tag}: ${nameOf(node)}`);
    node.childNodes.forEach(walk);
    line += marksOf(node);
    if (isBlock) end();
  };
  walk(root);
  end();
  return lines;
}

/** Returns the outline once the page has loaded and stopped changing. */
export async function settledOutline(root?: () => Element): Promise<readonly string[]> {
  let last: readonly string[] = [];
  let same = 0;
  await waitFor(async () => {
    await vi.dynamicImportSettled();
    const before = last;
    last = outline(root?.());
    same = last.join('\n') === before.join('\n') ? same + 1 : 0;
    expect(document.querySelector('.bone, .animate-appear')).toBeNull();
    expect(isAnswering()).toBe(false);
    expect(last).not.toContain(lookUp('common.loading'));
    expect(last.length).toBeGreaterThan(0);
    // A lazy part is rendered shortly after its code has loaded.
    expect(same).toBeGreaterThan(2);
  });
  return last;
}
