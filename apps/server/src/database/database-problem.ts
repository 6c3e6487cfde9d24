/** The database answers, but cannot serve: said in words, for the operator. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}
