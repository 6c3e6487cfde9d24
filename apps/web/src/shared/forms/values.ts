export type RawValues = Record<string, string>;

function isControl(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

/** The values the form would send, with '' for unticked boxes and unchosen options. Skips files. */
export function readValues(form: HTMLFormElement): RawValues {
  const values: RawValues = {};
  for (const element of form.elements) if (isControl(element) && element.name) values[element.name] = '';
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
  return values;
}

/** The text of a field's label. */
export function labelOf(form: HTMLFormElement | null, name: string): string {
  const control = form && findControl(form, (other) => other === name);
  const [label] = control && isControl(control) ? (control.labels ?? []) : [];
  return label?.textContent ?? '';
}

/** The first control that can be edited in document order that has one of the names. */
export function findControl(
  form: HTMLFormElement,
  isWanted: (name: string) => boolean,
): HTMLElement | undefined {
  for (const element of form.elements) {
    if (
      isControl(element) &&
      element.type !== 'hidden' &&
      !element.matches('[readonly]') &&
      isWanted(element.name)
    )
      return element;
  }
  return undefined;
}
