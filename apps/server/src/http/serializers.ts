import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

const select = SerializerSelector();

/** Compiles the serializer of a response at its first use. Compiling all of them takes a fifth of the time of a start. */
export const compilersFactory = {
  buildSerializer(...given: Parameters<typeof select>) {
    const compile = select(...given);
    return (route: Parameters<typeof compile>[0]) => {
      let serialize: ReturnType<typeof compile> | undefined;
      return (data: unknown) => (serialize ??= compile(route))(data);
    };
  },
};
