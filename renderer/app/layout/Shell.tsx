import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setPreferences, usePreferences } from '../../bridge/preferences.ts';
import { Drawer } from '../../ui/Drawer.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { runCommand, useCommand } from '../commands/commands.ts';
import { useRoute } from '../routes/route.ts';
import { libraryNeeds, panelNeeds, useLayout } from './layout.ts';
import styles from './Shell.module.css';
import { useMedia } from './useMedia.ts';

export interface ShellProps {
  /** Null where there is nothing but the main column. */
  library: ReactNode;
  main: ReactNode;
  /** Null while no side panel is open. */
  panel: ReactNode;
  /** In a narrow window the panel takes all of it. */
  panelFull?: boolean;
  onPanelClose: () => void;
}

/** The window's three columns. In a narrow window the sides slide over the conversation instead. */
export function Shell({ library, main, panel, panelFull = false, onPanelClose }: ShellProps) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={skipToMain}>
        {t('shell.skip')}
      </button>
      {library ? <LibraryPlace>{library}</LibraryPlace> : null}
      <main id="main" tabIndex={-1} data-region aria-label={t('shell.main')} className={styles.main}>
        {main}
      </main>
      {panel ? (
        <PanelPlace full={panelFull} onClose={onPanelClose}>
          {panel}
        </PanelPlace>
      ) : null}
    </div>
  );
}

/** A button and not a link: the address holds the route. */
function skipToMain() {
  document.getElementById('main')?.focus();
}

function LibraryPlace({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const wide = useMedia(`(min-width: ${libraryNeeds}px)`);
  const { libraryShown, drawerOpen, setLibraryShown, setDrawerOpen } = useLayout();
  const width = usePreferences((state) => state.libraryWidth);
  const route = useRoute();
  useCommand('toggleLibrary', () => (wide ? setLibraryShown(!libraryShown) : setDrawerOpen(!drawerOpen)));
  useCommand('search', () => {
    if (wide) setLibraryShown(true);
    else setDrawerOpen(true);
    runCommand('focusSearch');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was chosen in the drawer closes it
  useEffect(() => setDrawerOpen(false), [route, wide, setDrawerOpen]);

  if (!wide)
    return (
      <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} title={t('shell.library')} side="left">
        <nav data-region tabIndex={-1} aria-label={t('shell.library')} className={styles.inDrawer}>
          {children}
        </nav>
      </Drawer>
    );
  if (!libraryShown) return null;
  return (
    <SidePanel
      as="nav"
      label={t('shell.library')}
      side="left"
      resizeLabel={t('shell.libraryWidth')}
      width={width}
      min={200}
      max={480}
      onWidthCommit={(libraryWidth) => void setPreferences({ libraryWidth })}
    >
      {children}
    </SidePanel>
  );
}

function PanelPlace({
  children,
  full,
  onClose,
}: {
  children: ReactNode;
  full: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('common');
  const wide = useMedia(`(min-width: ${panelNeeds}px)`);
  if (!wide)
    return (
      <Drawer
        open
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        title={t('shell.panel')}
        side="right"
        full={full}
      >
        <aside data-region tabIndex={-1} aria-label={t('shell.panel')} className={styles.inDrawer}>
          {children}
        </aside>
      </Drawer>
    );
  return <PanelColumn onClose={onClose}>{children}</PanelColumn>;
}

function PanelColumn({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const { t } = useTranslation('common');
  const width = usePreferences((state) => state.panelWidth);
  useFocusBack();
  return (
    <SidePanel
      as="aside"
      label={t('shell.panel')}
      side="right"
      resizeLabel={t('shell.panelWidth')}
      width={width}
      min={320}
      max={900}
      onWidthCommit={(panelWidth) => void setPreferences({ panelWidth })}
      onEscape={onClose}
    >
      {children}
    </SidePanel>
  );
}

/** As the column goes, what had the focus before it has it again, if the focus went with it. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
