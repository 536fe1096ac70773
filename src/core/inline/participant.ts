import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { leadInRule } from './lead-ins.ts';
import { checkSpeaker, speakerKey } from './speaker.ts';

const isLeadIn = leadInRule(undefined);

/**
 * Returns the refusal of a name under which nobody could speak in a file: one that the grammar of comments forbids, or a
 * lead-in such as `Note`, whose remarks would be read as text.
 */
export function refuseParticipant(name: string, field: string): Refusal | undefined {
  const checked = checkSpeaker(name, field);
  if (isRefusal(checked)) return refuse('validation_error', checked.message, { field });
  if (!isLeadIn(speakerKey(checked))) return undefined;
  const message = `"${checked}" in a file reads as an ordinary remark and not as somebody's name`;
  return refuse('validation_error', message, { field });
}
