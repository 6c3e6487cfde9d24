import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';

/** Compiles the validator of a request's part on first use. Compiling all of them takes half of the app's start. */
export const compileValidator = (route: Parameters<typeof TypeBoxValidatorCompiler>[0]) => {
  let validate: ReturnType<typeof TypeBoxValidatorCompiler> | undefined;
  return (value: unknown) => (validate ??= TypeBoxValidatorCompiler(route))(value);
};
