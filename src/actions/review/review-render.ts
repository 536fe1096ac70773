import { defineAction } from '../kit/action.ts';

/** Makes sanitised HTML of messages' Markdown. */
export const reviewRender = defineAction({
  input: (z) => z.object({ texts: z.array(z.string()).check(z.maxLength(1000)) }),
  output: (z) => z.object({ html: z.array(z.string()) }),
  async run({ texts }, context) {
    const renderer = await context.ports.renderer();
    return { html: texts.map((text) => renderer.message(text)) };
  },
});
