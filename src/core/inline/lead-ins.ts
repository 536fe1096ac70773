import { speakerKey } from './speaker.ts';

const names =
  'Note|Warning|Tip|Important|Caution|Example|Scope|Attention|TODO|Info|Status|Version|Author|Date|Owner|Summary|TL;DR|Decision|Update|Source|Context|Goal|Rationale|Definition|See also|Q|A|注意|说明|提示|警告|示例|状态|范围';
const leadIns: ReadonlySet<string> = new Set(names.split('|').map(speakerKey));

/** Decides whether a lone root with this speaker is a remark of the document and no discussion. */
export type IsLeadIn = (speakerKey: string) => boolean;

/** Known openings such as `Note` are lead-ins; with a list of speakers, everybody who is not on it. */
export function leadInRule(speakers: readonly string[] | undefined): IsLeadIn {
  if (speakers === undefined) return (key) => leadIns.has(key);
  const known = new Set(speakers.map(speakerKey));
  return (key) => !known.has(key);
}
