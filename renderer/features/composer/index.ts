export { Composer, type ComposerHandle, type ComposerProps } from './Composer.tsx';
export { DropArea } from './DropArea.tsx';
export { useOpenBox } from './useOpenBox.ts';
