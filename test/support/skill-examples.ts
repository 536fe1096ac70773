import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Folder of the skills that are shipped. */
export const skillFolder = resolve(import.meta.dirname, '../../skills');

/** What begins a thing that an agent is told to run or to send. */
const begins = /^(?:discuss |command -v |poller\.sh|request_user_input \{|(?:GET|POST) |\/api\/)/;

/**
 * The examples of a skill in the order in which they stand: lines of its fences and code within its sentences, without
 * comments, a here-document whole. `names` are words that stand for a command, such as `can-exit`.
 */
export function skillExamples(skill: string, names: readonly string[] = []): readonly string[] {
  const text = readFileSync(resolve(skillFolder, skill, 'SKILL.md'), 'utf8');
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '');
  const code = body.matchAll(/^```\w*\n([\s\S]*?)^```|`([^`\n]+)`/gm);
  return [...code].flatMap(([, fence, span = '']) => {
    if (fence !== undefined) return commandsOf(fence);
    return begins.test(span) || names.includes(span) ? [span] : [];
  });
}

function commandsOf(fence: string): string[] {
  const commands = fence.matchAll(/^(discuss .*<<'(\w+)').*\n([\s\S]*?^\2$)|^(discuss .*)$/gm);
  return [...commands].map(([, head, , document, line = '']) =>
    head === undefined ? line.replace(/\s+#.*$/, '') : `${head}\n${document}`,
  );
}
