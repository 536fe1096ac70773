import { pause } from '../../core/bundle/transitions/exit.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { bundleRequest, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, writeActive, writtenLines } from './shared/define-bundle-action.ts';

/** Pauses the discussion, which keeps everything and is no way out. */
export const bundlePause = defineBundleAction({
  guide: 'Use it when the user interrupts the discussion; bundle_resume goes on.',
  input: (z) => z.object({ ...bundleRequest(z), note: z.optional(z.string()) }),
  output: (z) => z.object(writtenShape(z)),
  semanticValidation: [noBlankText],
  run: ({ note, ...request }, context) =>
    writeActive(request, context, { transition: pause, input: omitUndefined({ note }) }),
  lines: (paused) => ['Paused; everything is kept', ...writtenLines(paused)],
});
