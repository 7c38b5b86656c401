import { Archive, GitBranch, Plus, Search, Send, Trash2, X } from 'lucide-react';
import { Button } from '../../../renderer/ui/Button.tsx';
import { CopyButton } from '../../../renderer/ui/CopyButton.tsx';
import { IconButton } from '../../../renderer/ui/IconButton.tsx';
import { Kbd } from '../../../renderer/ui/Kbd.tsx';
import { RadioGroup } from '../../../renderer/ui/RadioGroup.tsx';
import { Select } from '../../../renderer/ui/Select.tsx';
import { Switch } from '../../../renderer/ui/Switch.tsx';
import { TextArea } from '../../../renderer/ui/TextArea.tsx';
import { TextField } from '../../../renderer/ui/TextField.tsx';
import { Columns, Held, Row, Section } from './parts.tsx';

export function Controls() {
  return (
    <>
      <Section title="Buttons">
        <Row>
          <Button variant="primary" icon={Plus}>
            New conversation
          </Button>
          <Button>See how</Button>
          <Button variant="plain">Undo</Button>
          <Button variant="danger" icon={Trash2}>
            Empty the trash: 3 conversations
          </Button>
          <Button variant="primary" disabledReason="Write something first">
            Send
          </Button>
          <Button disabledReason="There is no other branch yet">Compare</Button>
        </Row>
        <Row>
          <Button size="small" icon={Archive}>
            Small
          </Button>
          <Button size="small" variant="plain">
            Small and plain
          </Button>
          <IconButton icon={GitBranch} name="Show branches" shortcut="Ctrl+B" />
          <IconButton icon={GitBranch} name="Branches are shown" pressed />
          <IconButton icon={Send} name="Send" variant="primary" />
          <IconButton
            icon={Send}
            name="Send later"
            variant="primary"
            disabledReason="Write something first"
          />
          <IconButton icon={Trash2} name="Move to the trash" variant="danger" />
          <IconButton icon={X} name="Close this" size="small" />
          <CopyButton text="Copied words" />
          <Kbd keys="Ctrl+Shift+N" />
        </Row>
      </Section>
      <Section title="Fields">
        <Columns>
          <TextField
            label="Search everything"
            hideLabel
            look="soft"
            icon={Search}
            placeholder="Search everything"
          />
          <TextField label="Address" hint="Where the server listens." defaultValue="http://localhost:11434" />
          <TextField
            label="Key"
            error="OpenAI did not accept this key. Check that it was copied whole."
            defaultValue="sk-…"
          />
          <Held start="en">
            {(value, set) => (
              <Select
                label="Language"
                value={value}
                onValueChange={set}
                options={[
                  { value: 'en', label: 'English' },
                  { value: 'th', label: 'ไทย', lang: 'th' },
                ]}
              />
            )}
          </Held>
          <TextArea
            label="Instructions"
            hint="The model reads this first."
            placeholder="Answer in short sentences."
          />
          <TextArea
            label="Message"
            look="bare"
            rows={1}
            placeholder="Write to Planner, or type / for commands"
          />
        </Columns>
      </Section>
      <Section title="Choices">
        <Columns>
          <Held start={true}>
            {(value, set) => (
              <Switch
                label="Make room by itself"
                hint="Before the model's memory is full."
                checked={value}
                onCheckedChange={set}
              />
            )}
          </Held>
          <Held start={false}>
            {(value, set) => <Switch label="Show reasoning" checked={value} onCheckedChange={set} />}
          </Held>
          <Held start="system">
            {(value, set) => (
              <RadioGroup
                label="Theme"
                layout="row"
                value={value}
                onValueChange={set}
                options={[
                  { value: 'system', label: 'As the computer' },
                  { value: 'light', label: 'Light' },
                  { value: 'dark', label: 'Dark' },
                ]}
              />
            )}
          </Held>
          <Held start="once">
            {(value, set) => (
              <RadioGroup
                label="May it read this folder?"
                value={value}
                onValueChange={set}
                options={[
                  { value: 'once', label: 'Once', hint: 'Only this time.' },
                  { value: 'always', label: 'In this conversation', hint: 'Until you close it.' },
                ]}
              />
            )}
          </Held>
        </Columns>
      </Section>
    </>
  );
}
