import type { MethodName, MethodOutput, MethodRequest } from '#contract';
import { BoughError } from '#core/errors.ts';

type Answer<Name extends MethodName> = Promise<MethodOutput<Name>>;

/** What the window asks about the context of a conversation, and what it has done to it. */
export class ContextService {
  gauge(_branch: MethodRequest<'context.gauge'>): Answer<'context.gauge'> {
    return soon();
  }

  report(_branch: MethodRequest<'context.report'>): Answer<'context.report'> {
    return soon();
  }

  content(_request: MethodRequest<'context.content'>): Answer<'context.content'> {
    return soon();
  }

  preview(_branch: MethodRequest<'context.preview'>): Answer<'context.preview'> {
    return soon();
  }

  previewCommand(_command: MethodRequest<'context.previewCommand'>): Answer<'context.previewCommand'> {
    return soon();
  }

  run(_command: MethodRequest<'context.run'>): Answer<'context.run'> {
    return soon();
  }

  stop(_conversationId: string): boolean {
    return false;
  }

  passes(_branch: MethodRequest<'context.passes'>): Answer<'context.passes'> {
    return soon();
  }

  undo(_request: MethodRequest<'context.undo'>): Answer<'context.undo'> {
    return soon();
  }

  pages(_request: MethodRequest<'context.pages'>): Answer<'context.pages'> {
    return soon();
  }

  foldText(_request: MethodRequest<'context.foldText'>): Answer<'context.foldText'> {
    return soon();
  }

  recall(_request: MethodRequest<'context.recall'>): Answer<'context.recall'> {
    return soon();
  }

  settings(): Answer<'context.settings'> {
    return soon();
  }

  setSettings(_change: MethodRequest<'context.setSettings'>): Answer<'context.setSettings'> {
    return soon();
  }
}

function soon(): Promise<never> {
  return Promise.reject(new BoughError('internal', 'The context service is not there yet'));
}
