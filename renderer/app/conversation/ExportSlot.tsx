import { lazy, Suspense } from 'react';
import { useExportDialog } from './export.ts';

const ExportDialog = lazy(() => import('../../features/files/export/ExportDialog.tsx'));

/** The export dialog, while it is open. */
export function ExportSlot() {
  const { request, close } = useExportDialog();
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <ExportDialog {...request} onClose={close} />
    </Suspense>
  );
}
