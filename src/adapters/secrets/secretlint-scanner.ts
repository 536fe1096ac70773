import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretFinding } from '../../core/ports/secret-scanner.ts';

const rule = '@secretlint/secretlint-rule-preset-recommend';

/** No pattern runs across this, and no text is likely to hold it. */
const separator = '\n\u0001\n';

/** Scans texts with the library's recommended rules, all in one pass. */
export async function scanWithLibrary(texts: readonly string[]): Promise<readonly SecretFinding[]> {
  const starts: number[] = [];
  let content = '';
  for (const text of texts) {
    starts.push(content.length);
    content += disarm(text) + separator;
  }
  const { messages } = await lintSource({
    source: { filePath: 'input.txt', content, contentType: 'text', ext: '.txt' },
    options: {
      noPhysicFilePath: true,
      maskSecrets: true,
      config: { rules: [{ id: rule, rule: creator, options: {} }] },
    },
  });
  return messages.map((message) => ({
    rule: message.ruleId.replace(/^.*secretlint-rule-/, ''),
    index: starts.findLastIndex((start) => start <= (message.range[0] ?? 0)),
  }));
}

/** The library obeys comments that switch it off; a scanned text gives no orders. */
function disarm(text: string): string {
  return text.replace(/secretlint-/gi, 'secretlint ');
}
