import { openEnum, type Topic } from '../../language.ts';

/** Turns, as v2 has them. */
export const prompt: Topic = {
  StopReason: openEnum('Why a turn ended.', {
    end_turn: 'The agent has said all it had to say.',
    max_tokens: 'The model reached its limit of tokens.',
    max_turn_requests: 'The turn reached its limit of model requests.',
    refusal: 'The agent refuses; the prompt and what followed it leave the context.',
    cancelled: 'The client cancelled the turn.',
  }),
};
