import { defineAction } from '../kit/action.ts';
import { addMessage, messageInput, messageOutput } from './shared/review-message.ts';

/** Adds a person's reply to a thread. */
export const reviewReply = defineAction({
  input: messageInput,
  output: messageOutput,
  run: (request, context) => addMessage(request, context, 'reply'),
});
