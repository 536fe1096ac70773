/** The code that browsers give keys which an input method has taken. */
const takenByInputMethod = 229;

/** Whether a key belongs to an input method that is composing: it accepts a candidate and must not act. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === takenByInputMethod;
}
