import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { droppedIn } from '../features/files/import/dropped.ts';
import {
  followImports,
  importDropped,
  openImports,
  useImports,
} from '../features/files/import/import-state.ts';
import { showToast } from '../ui/toasts.ts';
import { useCommand } from './commands/commands.ts';
import { navigate } from './routes/route.ts';

const ImportDialog = lazy(() => import('../features/files/import/ImportDialog.tsx'));

/** The import dialog while it is open, the toast when one ends elsewhere, and the places where files can be dropped. */
export function ImportSlot() {
  const { t } = useTranslation('import');
  const open = useImports((state) => state.open);
  useCommand('import', () => openImports());
  useEffect(
    () =>
      followImports(({ id, name, state }) => {
        const text = state === 'done' ? t('done', { name }) : t(`state.${state}`);
        showToast({ text, action: { label: t('see'), onSelect: () => openImports(id) } });
      }),
    [t],
  );
  useEffect(takeDrops, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <ImportDialog onOpen={(id) => navigate({ view: 'conversation', id })} />
    </Suspense>
  );
}

/** Files that are dropped where nothing else takes them are brought in. The conversation attaches those over it. */
function takeDrops(): () => void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const onDragOver = (event: DragEvent) => {
    if (hasFiles(event) && isOurs(event)) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    const dropped = isOurs(event) ? droppedIn(event.dataTransfer) : [];
    if (dropped.length === 0) return;
    event.preventDefault();
    void importDropped(dropped);
  };
  window.addEventListener('dragover', onDragOver);
  window.addEventListener('drop', onDrop);
  return () => {
    window.removeEventListener('dragover', onDragOver);
    window.removeEventListener('drop', onDrop);
  };
}

/** The list of conversations, the welcome screen and the dialog itself. */
function isOurs(event: DragEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest('nav, [data-import-drop], [data-modal]') !== null && target !== null;
}
