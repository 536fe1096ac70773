import { pause } from '../../core/bundle/transitions/exit.ts';
import { isRefusal } from '../../core/refusal.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

/** Pauses the discussion, which keeps everything and is no way out. */
export const bundlePause = defineBundleAction({
  guide: 'Use it when the user interrupts the discussion; bundle_resume goes on.',
  input: (z) => z.object({ ...bundleRequest(z), note: z.optional(z.string()) }),
  output: (z) => z.object(writtenShape(z)),
  semanticValidation: [noBlankText],
  async run({ note, ...request }: BundleRequest & { readonly note?: string | undefined }, context) {
    const input = note === undefined ? {} : { note };
    const changed = await changeActive(request, context, { transition: pause, input });
    return isRefusal(changed) ? changed : written(changed);
  },
  lines: (paused) => ['Paused; everything is kept', ...writtenLines(paused)],
});
