import { GOOGLE_MODELS } from '../../../lab/models.ts';
import { playAgainst } from './play.ts';

playAgainst({
  wire: 'google',
  family: 'gemini-3-pro-lab',
  models: GOOGLE_MODELS,
  endpoint: (lab) => lab.google,
});
