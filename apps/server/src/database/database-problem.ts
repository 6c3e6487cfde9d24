/** The database is reachable but unusable. The message is for the operator. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}
