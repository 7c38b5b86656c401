import type { AbsentPart, Attachment, BridgeError, ErrorPart, Message } from '#contract';

/** What was said in a message, as Markdown: without reasoning, tools and files. */
export function textOf(message: Message): string {
  return message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim();
}

/** The files of a message. */
export function attachmentsOf(message: Message): Attachment[] {
  return message.parts.flatMap((part) => (part.type === 'attachment' ? [part.attachment] : []));
}

/** Files of a message that stayed where it was brought in from. */
export function absentIn(message: Message): AbsentPart[] {
  return message.parts.filter((part) => part.type === 'absent');
}

/** A message's error, as the words for errors take it. */
export function errorOf({ code, params, detail }: ErrorPart): BridgeError {
  return { code, message: '', ...(params && { params }), ...(detail !== undefined && { detail }) };
}
