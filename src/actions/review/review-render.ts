import { defineAction } from '../kit/action.ts';
import { texts } from '../kit/described.ts';

/** Makes sanitised HTML of messages' Markdown. */
export const reviewRender = defineAction({
  input: (z) =>
    z.object({ texts: z.array(z.string()).check(z.maxLength(1000), z.describe('Markdown')) }),
  output: (z) => z.object({ html: texts(z, 'Sanitised HTML of each') }),
  async run({ texts }, context) {
    const renderer = await context.ports.renderer();
    return { html: texts.map((text) => renderer.message(text)) };
  },
});
