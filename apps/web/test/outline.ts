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

/**
 * Describes what a user finds on the page from top to bottom, one line each: `# heading`, `[button]`, `link → address`,
 * `label: value` and texts. Collapses spaces, and omits content hidden from screen readers.
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
    if (/^h[1-6]$/u.test(tag)) return add(`# ${shown(node.textContent)}`);
    if (tag === 'button') return add(`[${nameOf(node)}]${isOff(node)}`);
    if (tag === 'a') return add(`${nameOf(node)} → ${node.getAttribute('href')}`);
    if (node instanceof HTMLInputElement && (node.type === 'checkbox' || node.type === 'radio'))
      return add(`(${node.checked ? 'x' : ' '}) ${nameOf(node)}${isOff(node)}`);
    if (node instanceof HTMLSelectElement)
      return add(
        `${nameOf(node)}: ${[...node.options].map((option) => (option.selected ? `<${option.text}>` : option.text)).join(', ')}`,
      );
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
      return add(`${nameOf(node)}: ${node.value}${isOff(node)}`);
    if (tag === 'img') return add(`(${node.getAttribute('alt')})`);
    if (tag === 'label') {
      node.querySelectorAll(fields).forEach(walk);
      return undefined;
    }
    const isBlock =
      /^(?:p|li|ul|ol|dl|dt|dd|div|section|table|tr|td|th|caption|form|output|nav|header)$/u.test(tag);
    if (isBlock) end();
    node.childNodes.forEach(walk);
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
