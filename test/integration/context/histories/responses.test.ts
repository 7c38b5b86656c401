import { OPENAI_MODELS } from '../../../lab/models.ts';
import { playAgainst } from './play.ts';

playAgainst({
  wire: 'openai-responses',
  family: 'gpt-5.6-lab',
  models: OPENAI_MODELS,
  endpoint: (lab) => lab.openai,
});
