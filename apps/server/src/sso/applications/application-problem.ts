/** An operator's command that cannot be carried out. The message explains why. */
export class ApplicationProblem extends Error {}
