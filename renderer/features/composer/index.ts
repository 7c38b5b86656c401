export { Composer, type ComposerHandle, type ComposerProps } from './Composer.tsx';
export type { CommandActs } from './commands.ts';
export { DropArea } from './DropArea.tsx';
export { useOpenBox } from './useOpenBox.ts';
