import type { Plugin } from 'vite';

/**
 * Lets the bundler drop React Router components that the app does not use. Their definitions call `forwardRef` or
 * `memo` and set a display name, which counts as a side effect, and they pull in the code of the router's other modes.
 */
export function routerPlugin(): Plugin {
  let isReplaced = false;
  return {
    name: 'vid:router',
    // The Node build does not bundle the router.
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    transform: {
      filter: { id: /[\\/]react-router[\\/].*\.m?js$/ },
      handler: (source) => {
        const code = source
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/\b(?<!function )(?=warning(?:Once)?\()/g, '/* @__PURE__ */ ')
          .replaceAll(/= (?=React\$?\d*\.(?:forwardRef|memo)\()/g, '= /* @__PURE__ */ ');
        isReplaced ||= code !== source;
        return { code, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('React Router no longer has the code that this plugin replaces');
    },
  };
}
