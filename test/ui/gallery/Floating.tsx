import { Copy, GitFork, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../renderer/ui/Button.tsx';
import { ConfirmDialog } from '../../../renderer/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../renderer/ui/Dialog.tsx';
import { Drawer } from '../../../renderer/ui/Drawer.tsx';
import { IconButton } from '../../../renderer/ui/IconButton.tsx';
import { ContextMenu, Menu } from '../../../renderer/ui/Menu.tsx';
import type { MenuEntry } from '../../../renderer/ui/menu-entries.ts';
import { Popover } from '../../../renderer/ui/Popover.tsx';
import { TextField } from '../../../renderer/ui/TextField.tsx';
import { showToast } from '../../../renderer/ui/toasts.ts';
import styles from './Kit.module.css';
import { Held, Row, Section } from './parts.tsx';

function entries(openDialog: () => void): MenuEntry[] {
  return [
    { label: 'Rename', icon: Pencil, shortcut: 'F2', onSelect: openDialog },
    { label: 'Copy', icon: Copy, shortcut: 'Ctrl+C', onSelect: () => showToast({ text: 'Copied.' }) },
    { label: 'Fork', icon: GitFork, disabledReason: 'There is no message yet', onSelect: () => {} },
    { kind: 'divider' },
    { kind: 'heading', label: 'Model' },
    { kind: 'choice', label: 'Claude Opus', hint: 'Sees pictures', checked: true, onSelect: () => {} },
    { kind: 'choice', label: 'Practice assistant', hint: 'Not an AI', checked: false, onSelect: () => {} },
    { kind: 'divider' },
    { label: 'Move to the trash', icon: Trash2, danger: true, onSelect: () => {} },
  ];
}

export function Floating() {
  return (
    <Section title="What floats">
      <Held start={false}>
        {(open, set) => (
          <>
            <Row>
              <Menu
                trigger={<IconButton icon={MoreHorizontal} name="More for this conversation" />}
                entries={entries(() => set(true))}
              />
              <ContextMenu entries={entries(() => set(true))}>
                <button type="button" className={styles.target}>
                  Right click here
                </button>
              </ContextMenu>
              <Popover trigger={<Button>Choose a model</Button>} label="Choose a model">
                <TextField label="Find a model" />
              </Popover>
              <Button onClick={() => set(true)}>Open a dialog</Button>
            </Row>
            <Dialog
              open={open}
              onOpenChange={set}
              title="Rename the conversation"
              description="Only the name changes."
              footer={
                <>
                  <Button onClick={() => set(false)}>Cancel</Button>
                  <Button variant="primary" onClick={() => set(false)}>
                    Rename
                  </Button>
                </>
              }
            >
              <TextField label="Name" defaultValue="Kitchen plan for the small flat" />
            </Dialog>
          </>
        )}
      </Held>
      <Row>
        <Held start={false}>
          {(open, set) => (
            <>
              <Button onClick={() => set(true)}>Ask before emptying</Button>
              <ConfirmDialog
                open={open}
                onOpenChange={set}
                title="Empty the trash?"
                description="These three conversations are deleted for good. Nothing else changes."
                action="Empty the trash: 3 conversations"
                danger
                onConfirm={() => showToast({ text: 'The trash is empty.' })}
              />
            </>
          )}
        </Held>
        <Held start={false}>
          {(open, set) => (
            <>
              <Button onClick={() => set(true)}>Open the drawer</Button>
              <Drawer open={open} onOpenChange={set} title="Conversations" side="left">
                <Row>
                  <Button onClick={() => set(false)}>Kitchen plan</Button>
                </Row>
              </Drawer>
            </>
          )}
        </Held>
        <Button
          onClick={() =>
            showToast({
              text: 'Made room: 14 old tool results set aside.',
              action: { label: 'Undo', onSelect: () => showToast({ text: 'Put back.' }) },
            })
          }
        >
          Show a toast
        </Button>
      </Row>
    </Section>
  );
}
