/** The orders of the list of an application's people. With `-desc`, the values are in reverse. */
export const permissionOrders = [
  'newest',
  'oldest',
  'name',
  'name-desc',
  'email',
  'email-desc',
  'phone',
  'phone-desc',
  'role',
  'role-desc',
  'status',
  'status-desc',
  'created-by',
  'created-by-desc',
] as const;
