import type { Plugin } from 'vite';

/**
 * Lets the bundler drop the components of React Router that the app does not use. Their definitions call `forwardRef`
 * and set a display name, which counts as a side effect, and they bring in the code of the router's other modes.
 */
export function routerPlugin(): Plugin {
  return {
    name: 'vid:router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/].*\.m?js$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/= (?=React\$?\d*\.forwardRef\()/g, '= /* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}
