// oxlint-disable unicorn/consistent-function-scoping -- findLayoutProblems runs in the page, with its own functions
// only
import { expect, type Page } from '@playwright/test';

/**
 * Fails if the page scrolls sideways, if a text is cut off or overflows its box, or if texts or controls overlap.
 * Polls, because the layout of a resized page takes time.
 */
export async function expectGoodLayout(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findLayoutProblems), { message: where }).toEqual([]);
}

/**
 * Lists misplaced texts and controls. Skips those behind a modal dialog, and looks for overlaps only within a layer
 * (the page, a sticky header, a popup). Runs in the page, so it may use only its own functions.
 */
export function findLayoutProblems(): string[] {
  type Box = { left: number; top: number; right: number; bottom: number };
  type Item = { box: Box; element: Element; layer: Element; name: string };

  const intersect = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }: Box): boolean => right - left <= 1 || bottom - top <= 1;
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const describe = (element: Element): string =>
    `<${element.localName}${element.id && ` id=${element.id}`} class="${(element.getAttribute('class') ?? '').slice(0, 60)}">`;
  const pixels = (value: string): number => Number.parseFloat(value) || 0;

  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true] :not(svg), svg, [data-base-ui-inert]');

  /** Visible area of each element, as limited by its clipping and scrolling ancestors. */
  const areas = new Map<
    Element,
    { seen: Box; clips: readonly { by: Element; area: Box; x: boolean; y: boolean }[] }
  >();
  const areaOf = (element: Element): NonNullable<ReturnType<typeof areas.get>> => {
    const known = areas.get(element);
    if (known) return known;
    const parent = element.parentElement;
    const above =
      parent && styleOf(element).position !== 'fixed'
        ? areaOf(parent)
        : { seen: { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }, clips: [] };
    const { overflowX, overflowY } = styleOf(element);
    let found = above;
    if (element !== document.body && element !== document.documentElement && overflowX !== 'visible') {
      const { left, top } = element.getBoundingClientRect();
      const area = {
        left: left + element.clientLeft,
        top: top + element.clientTop,
        right: left + element.clientLeft + element.clientWidth,
        bottom: top + element.clientTop + element.clientHeight,
      };
      const isClip = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      const clip = { by: element, area, x: isClip(overflowX), y: isClip(overflowY) };
      // Content that can be scrolled into view is not cut off by the boxes above.
      const kept = above.clips.map((each) => ({ ...each, x: each.x && clip.x, y: each.y && clip.y }));
      found = { seen: intersect(above.seen, area), clips: [...kept, clip] };
    }
    areas.set(element, found);
    return found;
  };

  const isPainted = (element: Element): boolean => {
    const { borderRightWidth, backgroundColor } = styleOf(element);
    return pixels(borderRightWidth) > 0 || !/^(?:transparent|rgba\(.+, 0\))$/u.test(backgroundColor);
  };
  /** Reports anything that crosses the left or right border of its card, field or button. */
  const reportIfBeyondCard = (box: Box, element: Element, name: string): void => {
    let card = element.parentElement;
    while (card && !isPainted(card)) card = card.parentElement;
    if (!card || card === document.body || areaOf(element) !== areaOf(card)) return;
    if (styleOf(card).overflowX !== 'visible') return;
    const { left, right } = card.getBoundingClientRect();
    if (box.left < left - 1 || box.right > right + 1)
      problems.add(`${name} crosses the border of ${describe(card)}`);
  };

  const layers = new Map<Element, Element>();
  const layerOf = (element: Element): Element => {
    const known = layers.get(element);
    if (known) return known;
    const parent = element.parentElement;
    const isOwn =
      !parent || parent === document.body || /^(?:fixed|sticky)$/u.test(styleOf(element).position);
    const layer = isOwn ? element : layerOf(parent);
    layers.set(element, layer);
    return layer;
  };

  const isShortened = (element: Element): boolean => {
    const { textOverflow, webkitLineClamp } = styleOf(element);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  };

  const problems = new Set<string>();
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const widest = [...document.body.querySelectorAll('*')]
      .filter((element) => isShown(element) && element.scrollWidth > clientWidth)
      .at(-1);
    problems.add(`the page is ${scrollWidth - clientWidth} px too wide: ${widest ? describe(widest) : '?'}`);
  }

  const texts: Item[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (
      !parent ||
      text === '' ||
      /^(?:script|style|noscript|option|title|desc)$/u.test(parent.localName) ||
      !isShown(parent)
    )
      continue;
    const { seen, clips } = areaOf(parent);
    // Screen-reader text is clipped to nothing.
    if (clips.some(({ by }) => styleOf(by).clipPath === 'inset(50%)')) continue;
    // An ellipsis shortens a text intentionally.
    if (clips.some(({ by }) => isShortened(by))) continue;
    range.selectNodeContents(node);
    const slack = pixels(styleOf(parent).fontSize) * 0.25;
    let block = parent;
    while (/^(?:inline|contents)$/u.test(styleOf(block).display) && block.parentElement)
      block = block.parentElement;
    const own = block.getBoundingClientRect();
    const name = `"${text.slice(0, 40)}" in ${describe(parent)}`;
    for (const rect of range.getClientRects()) {
      if (isEmpty(rect)) continue;
      // A line box is taller than its letters.
      const box = { left: rect.left, right: rect.right, top: rect.top + slack, bottom: rect.bottom - slack };
      for (const { by, area, x, y } of clips)
        if (
          (x && (box.left < area.left - 1 || box.right > area.right + 1)) ||
          (y && (box.top < area.top - 1 || box.bottom > area.bottom + 1))
        )
          problems.add(`${name} is cut off by ${describe(by)}`);
      if (
        styleOf(block).overflowY === 'visible' &&
        (box.left < own.left - 1 ||
          box.right > own.right + 1 ||
          box.top < own.top - 1 ||
          box.bottom > own.bottom + 1)
      )
        problems.add(`${name} leaves its box ${describe(block)}`);
      reportIfBeyondCard(box, parent, name);
      const visible = intersect(box, seen);
      if (!isEmpty(visible)) texts.push({ box: visible, element: parent, layer: layerOf(parent), name });
    }
  }

  const controls: Item[] = [];
  const selector =
    'a[href], button, input, select, textarea, summary, [role=button], [role=slider], [tabindex="0"]';
  for (const element of document.querySelectorAll(selector)) {
    if (!isShown(element)) continue;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const style = styleOf(element);
    // A button may cover the padding of a field.
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const inner = isField
      ? { left: left + pixels(style.paddingLeft), right: right - pixels(style.paddingRight), top, bottom }
      : { left, right, top, bottom };
    const box = intersect(
      { left: inner.left + 1, right: inner.right - 1, top: inner.top + 1, bottom: inner.bottom - 1 },
      areaOf(element).seen,
    );
    if (isEmpty(box) || style.color === 'rgba(0, 0, 0, 0)') continue;
    const isInline = style.display === 'inline';
    if (!isInline) {
      controls.push({ box, element, layer: layerOf(element), name: describe(element) });
      reportIfBeyondCard(box, element, describe(element));
    }
    // With text at 200 %, a number may be longer than its field, because the field scrolls.
    const isScrollable = pixels(styleOf(document.documentElement).fontSize) > 16;
    const showsAll = isField && /^(?:tel|date)$/u.test(element.type) && !isScrollable;
    if (showsAll && element.scrollWidth > element.clientWidth + 1)
      problems.add(`the value of ${describe(element)} is cut off`);
  }

  const isRelated = (a: Element, b: Element): boolean => {
    if (a.contains(b) || b.contains(a)) return true;
    const label = a.closest('label') ?? b.closest('label');
    return label !== null && label.contains(a) && label.contains(b);
  };
  const compare = (a: Item, b: Item): void => {
    if (a.layer !== b.layer || isEmpty(intersect(a.box, b.box)) || isRelated(a.element, b.element)) return;
    problems.add(`${a.name} overlaps ${b.name}`);
  };
  for (const [index, text] of texts.entries()) {
    for (const other of texts.slice(index + 1)) if (other.element !== text.element) compare(text, other);
    for (const control of controls) compare(text, control);
  }
  for (const [index, control] of controls.entries())
    for (const other of controls.slice(index + 1)) compare(control, other);
  return [...problems];
}
