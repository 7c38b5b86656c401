import { z } from 'zod';
import type { Attachment } from '#contract';
import type { ShellPort } from '../shell-port.ts';
import { reasonSchema } from './files/read-file.ts';
import { defineTool, failure, type Tool } from './tool.ts';

export interface ScreenshotOptions {
  shell: Pick<ShellPort, 'captureScreen'>;
  addAttachment(name: string, bytes: Uint8Array): Promise<Attachment>;
}

const input = z.strictObject({ reason: reasonSchema });

/** Takes a picture of the screen, for which the user is asked. */
export function screenshotTool({ shell, addAttachment }: ScreenshotOptions): Tool {
  return defineTool<z.infer<typeof input>, null>({
    name: 'take_screenshot',
    description: "Takes a picture of the user's screen. The user is asked first.",
    input,
    title: () => '',
    permission: async ({ reason: why }) => ({
      checked: null,
      // Where no picture can be taken the answer says so, without a question.
      permission: shell.captureScreen
        ? {
            kind: 'screen',
            place: '',
            grantPlace: '',
            label: '',
            server: '',
            why,
            content: '',
            replaces: false,
          }
        : null,
    }),
    run: async () => {
      if (!shell.captureScreen)
        return failure('No picture of the screen can be taken here: there is no screen.');
      const picture = await shell.captureScreen();
      if ('problem' in picture) return failure(`No picture could be taken: ${picture.problem}.`);
      const attachment = await addAttachment('screen.png', picture.png);
      return { parts: [{ type: 'attachment', attachment }], eventful: false, failed: false };
    },
  });
}
