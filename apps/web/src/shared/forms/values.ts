export type RawValues = Record<string, string>;

function isControl(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

/** What the form would send, with '' for boxes and choices that send nothing. Files are not read. */
export function readValues(form: HTMLFormElement): RawValues {
  const values: RawValues = {};
  for (const element of form.elements) if (isControl(element) && element.name) values[element.name] = '';
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
  return values;
}

/** The first control, in the order of the page, whose name is looked for. */
export function findControl(
  form: HTMLFormElement,
  isWanted: (name: string) => boolean,
): HTMLElement | undefined {
  for (const element of form.elements) {
    if (isControl(element) && element.type !== 'hidden' && isWanted(element.name)) return element;
  }
  return undefined;
}
