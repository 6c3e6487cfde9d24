/** An error that a form shows under one of its fields. `text` comes from the server or from `message`. */
export class FieldRefusal extends Error {
  override readonly name = 'FieldRefusal';
  readonly fields: Readonly<Record<string, string>>;

  constructor(field: string, text: string, cause?: unknown) {
    super(text, cause === undefined ? {} : { cause });
    this.fields = { [field]: text };
  }
}
