import { cloneElement, type ReactElement, type ReactNode } from 'react';

const tagPattern = /<(\w+)>(.*?)<\/\1>/g;

/**
 * Renders a text with tags such as "I agree to the <terms>terms of use</terms>". `parts` maps each tag to an element,
 * so that the text stays one sentence for the translator. Nothing is parsed as HTML.
 */
export function Rich({ text, parts }: { text: string; parts: Record<string, ReactElement> }): ReactNode {
  const out: ReactNode[] = [];
  let end = 0;
  // Wrap each part in its own element, because page translators replace text nodes.
  const addText = (part: string) => part !== '' && out.push(<span key={`text-${out.length}`}>{part}</span>);
  for (const match of text.matchAll(tagPattern)) {
    const [whole, name = '', inside = ''] = match;
    const element = parts[name];
    addText(text.slice(end, match.index));
    if (element) out.push(cloneElement(element, { key: match.index }, inside));
    else addText(inside);
    end = match.index + whole.length;
  }
  addText(text.slice(end));
  return out;
}
