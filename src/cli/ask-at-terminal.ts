import { numberedText } from '../core/question/numbered-text.ts';
import type { AskPerson } from '../core/question/ports/ask-person.ts';
import type { Terminal } from './terminal.ts';

/** Puts questions to the person who sits at the terminal; who ends the input there has closed the question. */
export function askAtTerminal(terminal: Terminal): AskPerson {
  return {
    via: 'typed',
    async put({ question, allowOther, followUp, signal }) {
      terminal.notify(followUp ?? numberedText(question, allowOther));
      const words = await terminal.readLine(signal);
      if (words !== undefined) return { kind: 'given', words };
      return { kind: signal.aborted ? 'aborted' : 'cancelled' };
    },
  };
}
