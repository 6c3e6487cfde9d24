import * as v from 'valibot';

/**
 * Schemas for values read from the browser's storage, which any script or user may have written (specification,
 * clause 4). `strictObject` rejects unknown keys.
 */
export const boundedText = v.pipe(v.string(), v.maxLength(4_096));
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export function boundedList<S extends v.GenericSchema>(entry: S) {
  return v.pipe(v.array(entry), v.maxLength(200));
}

/** Pairs keep the order and repetition of query parameters, and no key can reach a prototype. */
export const pairs = boundedList(
  v.custom<[string, string]>(
    (value) => Array.isArray(value) && value.length === 2 && value.every((text) => v.is(boundedText, text)),
  ),
);
