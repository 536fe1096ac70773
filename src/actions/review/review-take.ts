import { defineAction } from '../kit/action.ts';
import { addMessage, messageInput, messageOutput } from './shared/review-message.ts';

/** Adds an agent's take to a thread. */
export const reviewTake = defineAction({
  guide:
    'Use it once for each remark that review_wait has told you, and again when a person replies. Answers the id of the take. Leave the thread open: the person closes it. Afterwards wait again.',
  input: messageInput,
  output: messageOutput,
  run: (request, context) => addMessage(request, context, 'take'),
});
