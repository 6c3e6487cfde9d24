import { cloneElement, type ReactElement, type ReactNode } from 'react';

const tagPattern = /<(\w+)>(.*?)<\/\1>/g;

/**
 * Renders a text with tags such as "I agree to the <terms>terms of use</terms>". `parts` maps each tag to an element,
 * so that the text stays one sentence for the translator. Nothing is parsed as HTML.
 */
export function Rich({ text, parts }: { text: string; parts: Record<string, ReactElement> }): ReactNode {
  const out: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(tagPattern)) {
    const [whole, name = '', inside = ''] = match;
    const element = parts[name];
    out.push(text.slice(end, match.index));
    out.push(element ? cloneElement(element, { key: match.index }, inside) : inside);
    end = match.index + whole.length;
  }
  out.push(text.slice(end));
  return out;
}
