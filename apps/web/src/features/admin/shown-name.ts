import { formatPhone } from '#shared/lib/phone/phone.ts';

/** Formats a phone number that replaces a missing name. Returns any other name, or null, unchanged. */
export function shownName<Name extends string | null>(name: Name): string | Name {
  return name?.startsWith('+') ? formatPhone(name) : name;
}
