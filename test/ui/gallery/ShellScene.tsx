import { GitBranch, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Boundary } from '../../../renderer/app/Boundary.tsx';
import { useCommand } from '../../../renderer/app/commands/commands.ts';
import { useKeys } from '../../../renderer/app/commands/useKeys.ts';
import { MainFrame } from '../../../renderer/app/layout/MainFrame.tsx';
import { Shell } from '../../../renderer/app/layout/Shell.tsx';
import ShortcutsDialog from '../../../renderer/app/ShortcutsDialog.tsx';
import { Button } from '../../../renderer/ui/Button.tsx';
import { IconButton } from '../../../renderer/ui/IconButton.tsx';
import { Tabs } from '../../../renderer/ui/Tabs.tsx';
import { TextField } from '../../../renderer/ui/TextField.tsx';
import styles from './ShellScene.module.css';

/** The app's shell around stand-ins for the features. */
export function ShellScene() {
  const [panel, setPanel] = useState(!location.search.includes('panel=none'));
  const [shortcuts, setShortcuts] = useState(false);
  const [broken, setBroken] = useState(false);
  useKeys();
  useCommand('togglePanel', () => setPanel(!panel));
  useCommand('shortcuts', () => setShortcuts(true));
  return (
    <>
      <Shell
        library={<LibraryStandIn />}
        main={
          <MainFrame
            title="Kitchen plan for the small flat, with a name that is too long for the header of a narrow window"
            actions={<IconButton icon={GitBranch} name="Show branches" onClick={() => setPanel(!panel)} />}
          >
            <Boundary>
              <div className={styles.column}>
                <p className={styles.words}>Yes, with one condition: the window sill is at 88 cm.</p>
                <Button onClick={() => setBroken(true)}>Break this</Button>
                {broken ? <Breaks /> : null}
              </div>
            </Boundary>
          </MainFrame>
        }
        panel={panel ? <PanelStandIn /> : null}
        onPanelClose={() => setPanel(false)}
      />
      <ShortcutsDialog open={shortcuts} onOpenChange={setShortcuts} />
    </>
  );
}

function Breaks(): never {
  throw new Error('broken on purpose');
}

function LibraryStandIn() {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  useCommand('focusSearch', () => input?.focus());
  return (
    <div className={styles.library}>
      <TextField ref={setInput} label="Search everything" hideLabel look="soft" icon={Search} />
      <Button variant="plain" icon={Plus}>
        New conversation
      </Button>
    </div>
  );
}

function PanelStandIn() {
  return (
    <Tabs
      label="Side panel"
      value="branches"
      onValueChange={() => {}}
      tabs={[{ value: 'branches', label: 'Branches', content: <p className={styles.words}>The tree.</p> }]}
    />
  );
}
