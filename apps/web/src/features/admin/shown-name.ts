import { formatPhone } from '#shared/lib/phone.ts';

/** Formats the phone number that replaces an administrator's missing name. */
export function shownName<Name extends string | null>(name: Name): string | Name {
  return name?.startsWith('+') ? formatPhone(name) : name;
}
