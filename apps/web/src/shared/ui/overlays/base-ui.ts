export { Dialog } from '@base-ui/react/dialog';
export { Menu } from '@base-ui/react/menu';
export { ShownDialog } from './shown-dialog.tsx';
