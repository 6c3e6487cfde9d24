/** In place of an account's id: people added by a program, or by an account that was deleted. */
export const noCreator = 'none';
