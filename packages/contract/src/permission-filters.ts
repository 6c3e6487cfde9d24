/** The sort orders of the list of an application's people. The suffix `-desc` reverses the order. */
export const permissionOrders = ['newest', 'oldest', 'name', 'name-desc', 'role', 'role-desc'] as const;

/** Filter value for people added by a program or by a deleted account, in place of the creator's account id. */
export const noCreator = 'none';
