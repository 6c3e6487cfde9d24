/** In place of an account's id: the people of an application whom no account added. */
export const noCreator = 'none';
