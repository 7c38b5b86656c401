import type { Agent } from '#contract';

const pending = (): never => {
  throw new Error('not implemented');
};

export class AgentStore {
  list(): Agent[] {
    return pending();
  }
  get(_id: string): Agent {
    return pending();
  }
  default(): Agent {
    return pending();
  }
}
