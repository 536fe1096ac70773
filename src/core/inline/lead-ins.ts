import { speakerKey } from './speaker.ts';

const names =
  'Note|Warning|Tip|Important|Caution|Example|Scope|Attention|TODO|Info|Status|Version|Author|Date|Owner|Summary|TL;DR|Decision|Update|Source|Context|Goal|Rationale|Definition|See also|Q|A|注意|说明|提示|警告|示例|状态|范围';
const leadIns: ReadonlySet<string> = new Set(names.split('|').map(speakerKey));

/** Returns whether a lone root of this speaker is a lead-in such as `**Note:**`, which is text and no discussion. */
export type IsLeadIn = (speakerKey: string) => boolean;

/** Returns the rule for lead-ins: a fixed list of names; with a list of speakers, every name that is not on it. */
export function leadInRule(speakers: readonly string[] | undefined): IsLeadIn {
  if (speakers === undefined) return (key) => leadIns.has(key);
  const keys = new Set(speakers.map(speakerKey));
  return (key) => !keys.has(key);
}
