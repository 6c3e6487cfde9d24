/** The orders of the list of an application's people. With `-desc`, the values are in reverse. */
export const permissionOrders = ['newest', 'oldest', 'name', 'name-desc', 'role', 'role-desc'] as const;

/** In place of an account's id: people added by a program, or by an account that was deleted. */
export const noCreator = 'none';
