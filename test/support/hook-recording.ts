import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../fixtures/hooks');

/** The folder that recorded events are about. */
export const recordedFolder = '/home/dev/shop';

/** A recorded event: `claude/UserPromptSubmit.machine`. The name of the event ends at the first dot. */
export interface HookRecording {
  readonly host: string;
  readonly name: string;
  readonly event: string;
  readonly text: string;
}

/** All recorded events. */
export const hookRecordings: readonly HookRecording[] = readdirSync(folder).flatMap((host) =>
  readdirSync(join(folder, host)).map((file) => recorded(host, file.replace(/\.json$/, ''))),
);

function recorded(host: string, name: string): HookRecording {
  const text = readFileSync(join(folder, host, `${name}.json`), 'utf8');
  // opencode's own names hold dots.
  const [event = ''] = host === 'opencode' ? [name.replace(/\.child$/, '')] : name.split('.');
  return { host, name, event, text };
}

/** A recorded event as it would come from another folder. */
export function recordingIn(directory: string, host: string, name: string): HookRecording {
  const found = hookRecordings.find((one) => one.host === host && one.name === name);
  if (found === undefined) throw new Error(`no recording ${host}/${name}`);
  return { ...found, text: found.text.replaceAll(recordedFolder, directory) };
}
