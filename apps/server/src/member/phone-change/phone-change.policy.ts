/**
 * How long the former number can undo a change, and how long the account is on hold. A day, so that an owner whose
 * phone was off or taken has time to read the notice.
 */
export const holdSeconds = 86_400;
