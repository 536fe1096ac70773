import { defineAction } from '../kit/action.ts';
import { addMessage, messageInput, messageOutput } from './shared/review-message.ts';

/** Adds an agent's take to a thread. */
export const reviewTake = defineAction({
  input: messageInput,
  output: messageOutput,
  run: (request, context) => addMessage(request, context, 'take'),
});
