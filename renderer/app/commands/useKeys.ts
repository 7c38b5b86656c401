import { useEffect } from 'react';
import { useEvent } from '../../bridge/events.ts';
import { runCommand } from './commands.ts';
import { nextRegion } from './regions.ts';
import { commandOf } from './shortcuts.ts';

/** Binds the app's shortcuts, F6 and the native menu's items to their commands. Once, at the top of the app. */
export function useKeys(): void {
  useEvent('command', ({ command }) => runCommand(command));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === 'F6') {
        event.preventDefault();
        nextRegion(event.shiftKey ? -1 : 1);
        return;
      }
      const command = commandOf(event);
      // An open dialog keeps the keys to itself.
      if (!command || document.querySelector('[data-modal]')) return;
      event.preventDefault();
      runCommand(command);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
