export type RawValues = Record<string, string>;

function isControl(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

/**
 * Returns the values that the form would send, with '' for files, unticked boxes and selects without a
 * choice.
 */
export function readValues(form: HTMLFormElement): RawValues {
  const values: RawValues = {};
  for (const element of form.elements) if (isControl(element) && element.name) values[element.name] = '';
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
  return values;
}

export function labelOf(form: HTMLFormElement | null, name: string): string {
  const control = form && findControl(form, (other) => other === name);
  const [label] = control && isControl(control) ? (control.labels ?? []) : [];
  return label?.textContent ?? '';
}

/** Returns the first empty text field, or else the first control; undefined if the form has no editable control. */
export function findFirstToFill(form: HTMLFormElement): HTMLElement | undefined {
  for (const element of form.elements) {
    const isText = isControl(element) && !/^(?:checkbox|radio|select)/.test(element.type);
    if (isText && isEditable(element) && element.value === '') return element;
  }
  return findControl(form, () => true);
}

function isEditable(control: Element & { readonly type: string }): boolean {
  return control.type !== 'hidden' && !control.matches('[readonly]');
}

export function findControl(
  form: HTMLFormElement,
  isWanted: (name: string) => boolean,
): HTMLElement | undefined {
  for (const element of form.elements) {
    if (isControl(element) && isEditable(element) && isWanted(element.name)) return element;
  }
  return undefined;
}
