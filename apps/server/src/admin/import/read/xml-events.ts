import sax from 'sax';
import { ReadProblem } from '../read-limits.ts';

export type XmlHandler = {
  /** `name` is the element's name without its namespace prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

/**
 * Limits of open elements and of the attributes of one element, which the parser keeps in memory. The elements
 * of a spreadsheet need fewer.
 */
const maxDepth = 32;
const maxAttributes = 64;

/**
 * Parses XML piece by piece. Yields once per chunk, so that the caller can use the results of the handler.
 * Rejects document types, because they define entities.
 */
export async function* parseXml(
  chunks: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  checkTime: () => void,
): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = sax.parser(true, { trim: false });
  let depth = 0;
  let attributes = 0;
  Object.assign(parser, {
    onopentagstart() {
      depth += 1;
      if (depth > maxDepth) throw new ReadProblem('fileFormat');
    },
    onattribute() {
      attributes += 1;
      if (attributes > maxAttributes) throw new ReadProblem('fileFormat');
    },
    onopentag({ name, attributes: given }: sax.Tag) {
      attributes = 0;
      const texts = Object.entries(given).map(([key, value]) => [local(key), value] as const);
      handler.open?.(local(name), Object.fromEntries(texts));
    },
    onclosetag(name: string) {
      depth -= 1;
      handler.close?.(local(name));
    },
    ontext: (text: string) => handler.text?.(text),
    oncdata: (text: string) => handler.text?.(text),
    ondoctype() {
      throw new ReadProblem('fileFormat');
    },
    onerror(error: Error) {
      throw new ReadProblem('fileFormat', { cause: error });
    },
  });
  try {
    for await (const chunk of chunks) {
      checkTime();
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    throw error instanceof ReadProblem ? error : new ReadProblem('fileFormat', { cause: error });
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
