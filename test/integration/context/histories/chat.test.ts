import { OPENAI_MODELS } from '../../../lab/models.ts';
import { playAgainst } from './play.ts';

playAgainst({
  wire: 'openai-chat',
  family: 'gpt-5.5-lab',
  models: OPENAI_MODELS,
  endpoint: (lab) => lab.openai,
});
