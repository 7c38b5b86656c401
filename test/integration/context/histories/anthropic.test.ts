import { ANTHROPIC_MODELS } from '../../../lab/models.ts';
import { playAgainst } from './play.ts';

playAgainst({
  wire: 'anthropic',
  family: 'claude-opus-5-5-lab',
  models: ANTHROPIC_MODELS,
  endpoint: (lab) => lab.anthropic,
});
