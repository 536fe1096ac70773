import { isRefusal, refuse } from '../../core/refusal.ts';
import { earlierReviews } from '../../session/earlier-reviews.ts';
import { type ActionContext, defineAction, type Zod } from '../kit/action.ts';
import { count, flag, text, texts } from '../kit/described.ts';

const input = (z: Zod) =>
  z.object({
    file: z.optional(texts(z, 'Markdown or patch files')),
    diff: z.optional(
      texts(
        z,
        'Arguments of git diff, such as ["main...HEAD", "--", "src"]; an empty list is what is staged',
      ),
    ),
    unstaged: z.optional(flag(z, 'Review what is not staged yet')),
    untracked: z.optional(flag(z, 'Add files that git does not know yet')),
    verdictOptions: z.optional(
      text(z, 'Ask for a verdict at the end: id[:label][:style][!] joined by |'),
    ),
    verdictPrompt: z.optional(text(z, 'What stands above the verdict')),
    fresh: z.optional(
      flag(z, 'Begin anew in place of going on with an unfinished review of the same inputs'),
    ),
    openBrowser: z.optional(flag(z, 'Whether a browser is opened (true)')),
  });

/** Opens a review in a process of its own, or attaches to the one of the same inputs that runs. */
export const reviewOpen = defineAction({
  guide:
    'Use it when a person is to read and comment on Markdown files, a patch or the changes in git. Answers the address of the page, the id of the review (session) and whether it ran already; with the same inputs it always finds the same review. Tell the person the url, then call review_wait.',
  input,
  output: (z) =>
    z.object({
      url: text(z, 'Address of the page'),
      session: text(z, 'Id of the review'),
      attached: flag(z, 'It ran already'),
      open_before: count(z, 'Open threads of the last finished review of the same inputs'),
    }),
  semanticValidation: [
    '`file` names Markdown or patch files; `diff` gives arguments of `git diff`; at least one of them is needed.',
    '`verdict_options` is `id[:label][:style][!]` joined by `|`, such as `approve|decline:negative!`.',
    'The review outlives this server: it ends when the person finishes it.',
  ],
  async run(request, context) {
    const { file: files = [], diff: args, unstaged, untracked, ...options } = request;
    const hasDiff = args !== undefined || unstaged === true || untracked === true;
    if (files.length === 0 && !hasDiff) {
      return refuse('invalid_input', 'file or diff is needed: what is to be reviewed');
    }
    const launcher = await context.ports.reviewLauncher();
    const launched = await launcher.launch({
      ...options,
      directory: context.directory,
      files,
      ...(hasDiff ? { diff: { args: args ?? [], unstaged, untracked } } : {}),
    });
    if (isRefusal(launched)) return launched;
    return {
      url: launched.url,
      session: launched.reviewId,
      attached: launched.attached,
      open_before: await openBefore(launched.reviewId, context),
    };
  },
});

async function openBefore(reviewId: string, { ports }: ActionContext): Promise<number> {
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return 0;
  const state = await reviews.log.state(reviewId);
  if (isRefusal(state)) return 0;
  const [last] = await earlierReviews(reviews, state);
  return [...(last?.threads.values() ?? [])].filter(
    ({ deletedAt, resolution }) => deletedAt === null && resolution === null,
  ).length;
}
