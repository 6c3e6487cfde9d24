import { message } from './message.ts';

/** An error that a form shows under one of its fields. `text` comes from the server or from `message`. */
export class FieldRefusal extends Error {
  override readonly name = 'FieldRefusal';
  readonly fields: Readonly<Record<string, string>>;

  constructor(field: string, text: string, cause?: unknown) {
    super(text, cause === undefined ? {} : { cause });
    this.fields = { [field]: text };
  }
}

/** An error in the HTTP client's format. `fields` has a text for each rejected field. */
type Refusal = { message: string; fields?: Readonly<Record<string, string>> | undefined };

export function toRefusal(thrown: unknown): Refusal {
  if (!(thrown instanceof Error)) return { message: message('errors.processing') };
  const fields = 'fields' in thrown && isTexts(thrown.fields) ? thrown.fields : undefined;
  return { message: thrown.message || message('errors.processing'), fields };
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
