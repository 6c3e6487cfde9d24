/** Days between the request to delete an account and its erasure. A sign-in in this time keeps the account. */
export const graceDays = 30;
/** Days before the erasure on which the owner is reminded. */
export const reminderDays = 3;
