/**
 * How long the former number can undo a change, and how long sensitive changes are on hold. An owner whose phone was
 * off or stolen has a day to read the notice.
 */
export const holdSeconds = 86_400;
