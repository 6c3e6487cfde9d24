import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    readonly routeIndex: RouteIndex;
  }
}

/** Methods by path, to distinguish an unknown method from an unknown path (RFC 9110 section 15.5.6). */
export type RouteIndex = {
  methodsAt(url: string): readonly string[];
  readonly routes: readonly { readonly method: string; readonly url: string }[];
};

export function indexRoutes(app: FastifyInstance): RouteIndex {
  const methodsByUrl = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsByUrl.get(url) ?? { pattern: toPattern(url), methods: new Set<string>() };
    for (const name of typeof method === 'string' ? [method] : method) {
      known.methods.add(name);
      routes.push({ method: name, url });
    }
    methodsByUrl.set(url, known);
  });
  const index: RouteIndex = {
    routes,
    methodsAt(url) {
      const path = url.split('?', 1)[0] ?? '';
      const methods = new Set<string>();
      for (const known of methodsByUrl.values()) {
        if (known.pattern.test(path)) for (const method of known.methods) methods.add(method);
      }
      return [...methods].toSorted();
    },
  };
  app.decorate('routeIndex', index);
  return index;
}

function toPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}$`, 'u');
}
