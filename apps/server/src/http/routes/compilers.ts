import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';

type ToValidate = Parameters<typeof TypeBoxValidatorCompiler>[0];
type ToSerialize = Parameters<ReturnType<typeof select>>[0];

const select = SerializerSelector();
const compileSerializer = select({}, {});

// Cache compiled functions by schema: compiling takes most of the time of a route's first call, and a test
// run starts hundreds of apps with the same schemas in one process. Bodies are validated without type
// coercion, other parts of a request with coercion.
const compileBody = keepBySchema(TypeBoxValidatorCompiler);
const compileOther = keepBySchema(TypeBoxValidatorCompiler);
const compileResponse = keepBySchema(compileSerializer);

/** Compiles validators on first use; compiling all of them takes half of the app's startup time. */
export const compileValidator = (route: ToValidate) => (value: unknown) =>
  (route.httpPart === 'body' ? compileBody : compileOther)(route)(value);

/** Compiles serializers on first use; compiling all of them takes a fifth of the app's startup time. */
export const compilersFactory = {
  buildSerializer: () => (route: ToSerialize) => (data: unknown) => compileResponse(route)(data),
};

function keepBySchema<Route extends { readonly schema?: unknown }, Compiled>(
  compile: (route: Route) => Compiled,
): (route: Route) => Compiled {
  const kept = new WeakMap<object, Compiled>();
  return (route) => {
    const { schema } = route;
    if (typeof schema !== 'object' || schema === null) return compile(route);
    let compiled = kept.get(schema);
    if (compiled === undefined) kept.set(schema, (compiled = compile(route)));
    return compiled;
  };
}
