import { omitUndefined } from '../../core/omit-undefined.ts';
import { refuse } from '../../core/refusal.ts';
import {
  type Action,
  type DeepReadonly,
  defineAction,
  type InputOf,
  type Zod,
} from '../kit/action.ts';
import { flag, text } from '../kit/described.ts';

const input = (z: Zod) => z.object({ name: z.string(), dir: z.optional(z.string()) });

const output = (z: Zod) =>
  z.object({
    path: text(z, 'Path of the script'),
    changed: flag(z, 'It was written or removed now'),
    onPath: flag(z, 'Its folder is on PATH'),
    hiddenBy: z.optional(text(z, 'A program of this name that is found first')),
  });

type Outcome = InputOf<typeof output>;

/** An action on the script of a tool's name. */
const onScript = (
  work: 'install' | 'uninstall',
  answers: Pick<Action<InputOf<typeof input>, Outcome>, 'text' | 'note'>,
) =>
  defineAction<InputOf<typeof input>, Outcome>({
    input,
    output,
    async run({ name, dir }, { ports, directory }) {
      if (name !== 'lk' && name !== 'lwc') {
        return refuse('invalid_name', `a drop-in is lk or lwc, not "${name}"`, { field: 'name' });
      }
      const dropIns = await ports.dropIns();
      return dropIns[work](omitUndefined({ name, directory, folder: dir }));
    },
    ...answers,
  });

/** Writes a script under the name of another tool that calls `discuss`. */
export const dropInInstall = onScript('install', {
  text: ({ path, changed }) => (changed ? `Wrote ${path}\n` : `${path} is there\n`),
  note: whatHides,
});

/** Removes such a script; a file that somebody else wrote stays. */
export const dropInUninstall = onScript('uninstall', {
  text: ({ path, changed }) => (changed ? `Removed ${path}\n` : `${path} is not there\n`),
});

function whatHides({ path, onPath, hiddenBy }: DeepReadonly<Outcome>): string | undefined {
  if (hiddenBy !== undefined) return `${hiddenBy} is found first and hides it`;
  return onPath ? undefined : `the folder of ${path} is not on PATH`;
}
