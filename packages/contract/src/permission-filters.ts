/** The sort orders of the list of an application's people. The suffix `-desc` reverses the order. */
export const permissionOrders = ['newest', 'oldest', 'name', 'name-desc', 'role', 'role-desc'] as const;

/** This filter value replaces the creator's account id for people added by a program or by a deleted account. */
export const noCreator = 'none';
