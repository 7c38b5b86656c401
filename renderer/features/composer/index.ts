export { Composer, type ComposerHandle, type ComposerProps } from './Composer.tsx';
export { agentCalled, type CommandActs } from './commands.ts';
export { DropArea } from './DropArea.tsx';
export { useOpenBox } from './useOpenBox.ts';
