import type { DropInLocation } from '../../core/agents/ports/drop-ins.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { type ActionContext, defineAction, type Zod } from '../kit/action.ts';
import { flag, text } from '../kit/described.ts';

interface DropInInput {
  readonly name: string;
  readonly dir?: string | undefined;
}

const input = (z: Zod) => z.object({ name: z.string(), dir: z.optional(z.string()) });

const output = (z: Zod) =>
  z.object({
    path: text(z, 'Path of the script'),
    changed: flag(z, 'It was written or removed now'),
    onPath: flag(z, 'Its folder is on PATH'),
    hiddenBy: z.optional(text(z, 'A program of this name that is found first')),
  });

function placeOf(
  { name, dir }: DropInInput,
  { directory }: ActionContext,
): DropInLocation | Refusal {
  if (name !== 'lk' && name !== 'lwc') {
    return refuse('invalid_name', `a drop-in is lk or lwc, not "${name}"`, { field: 'name' });
  }
  return { name, directory, ...(dir === undefined ? {} : { folder: dir }) };
}

/** Writes a script under the name of another tool that calls `discuss`. */
export const dropInInstall = defineAction({
  input,
  output,
  async run(request, context) {
    const place = placeOf(request, context);
    if ('refused' in place) return place;
    return (await context.ports.dropIns()).install(place);
  },
  text: ({ path, changed }) => (changed ? `Wrote ${path}\n` : `${path} is there\n`),
  note: whatHides,
});

/** Removes such a script; a file that somebody else wrote stays. */
export const dropInUninstall = defineAction({
  input,
  output,
  async run(request, context) {
    const place = placeOf(request, context);
    if ('refused' in place) return place;
    return (await context.ports.dropIns()).uninstall(place);
  },
  text: ({ path, changed }) => (changed ? `Removed ${path}\n` : `${path} is not there\n`),
});

interface Reach {
  readonly path: string;
  readonly onPath: boolean;
  readonly hiddenBy?: string | undefined;
}

function whatHides({ path, onPath, hiddenBy }: Reach): string | undefined {
  if (hiddenBy !== undefined) return `${hiddenBy} is found first and hides it`;
  return onPath ? undefined : `the folder of ${path} is not on PATH`;
}
