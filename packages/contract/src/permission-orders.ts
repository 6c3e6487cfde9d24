/** The orders of the list of an application's people. With `-desc`, the values are in reverse. */
export const permissionOrders = ['newest', 'oldest', 'name', 'name-desc', 'role', 'role-desc'] as const;
