import { compareBlocks } from '../../core/document/block-changes.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import { readDocument } from '../../core/review/reviewed-document.ts';
import { versionInRound } from '../../core/review/rounds.ts';
import { reviewOfRound } from '../../session/earlier-reviews.ts';
import { type ActionContext, defineAction, type Zod } from '../kit/action.ts';
import { count, list, oneOf, text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReviewFile } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) =>
  z.object({
    round: reviewFields(z).round,
    fileId: z.optional(reviewFields(z).fileId),
    html: z.optional(
      z.literal('yes').check(z.describe('Asks for the patch as sanitised HTML as well')),
    ),
  });

const output = (z: Zod) =>
  z.object({
    fileId: reviewSchemas(z).fileId,
    round: count(z, 'The round that it is compared with'),
    sourceVersion: reviewSchemas(z).sourceVersion,
    blocks: list(z, changedBlock(z), 'Blocks of the present text that are new or changed'),
    removed: list(z, removedBlock(z), 'Blocks that are gone'),
    patch: text(z, 'The change of the source as a unified patch'),
    html: z.optional(text(z, 'The patch as sanitised HTML, when it was asked for')),
  });

const changedBlock = (z: Zod) => {
  const added = z.object({ start: count(z, 'Where they begin'), end: count(z, 'Where they end') });
  const removed = z.object({ at: count(z, 'Where they stood'), text: text(z, 'What they were') });
  return z.object({
    index: count(z, 'The block, from 1'),
    change: oneOf(z, ['added', 'changed'], 'New, or changed'),
    added: list(z, added, 'Words that came'),
    removed: list(z, removed, 'Words that went'),
  });
};

const removedBlock = (z: Zod) =>
  z.object({
    before: count(z, 'The block before which it stood'),
    text: text(z, 'Its text'),
    kind: text(z, 'Such as paragraph or heading'),
    level: z.optional(count(z, 'Of a heading')),
  });

/** What changed in a file since a round, as a reader sees it and in the source. */
export const reviewRoundChanges = defineAction({
  input,
  output,
  async run(request, context) {
    const round = Number(request.round);
    const opened = await openReviewFile(context, request.fileId);
    if (isRefusal(opened)) return opened;
    const { reviews, state, document: now } = opened;
    const { fileId } = now;
    const then = await reviewOfRound(reviews, state, round);
    if (isRefusal(then)) return then;
    const file = state.files.get(fileId);
    const version = file === undefined ? undefined : versionInRound(then, file, round);
    const text = version === undefined ? undefined : await reviews.log.text(version.textHash);
    if (file === undefined || version === undefined || text === undefined) {
      return refuse('not_found', `${file?.path} was not in round ${round}`);
    }
    const before = readDocument(
      { ...file, textHash: version.textHash, text },
      then.started.speakers,
    );
    const patch =
      text === now.text ? '' : await patchOf(file.path, { old: text, now: now.text, round });
    const html = request.html === undefined ? undefined : await patchHtml(context, patch);
    return {
      fileId,
      round,
      sourceVersion: state.sourceVersion,
      ...compareBlocks(before.blocks, now.blocks),
      patch,
      ...(html === undefined ? {} : { html }),
    };
  },
});

/** Longest time, in milliseconds, in which the shortest patch is looked for. */
const patchWithin = 1500;

interface TwoTexts {
  readonly old: string;
  readonly now: string;
  readonly round: number;
}

async function patchOf(path: string, { old, now, round }: TwoTexts): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  const since = `round ${round}`;
  const patch = createTwoFilesPatch(path, path, old, now, since, 'now', { timeout: patchWithin });
  return patch ?? rewritten(path, { old, now, round });
}

/** A patch that takes all lines out and puts all new ones in. */
function rewritten(path: string, { old, now, round }: TwoTexts): string {
  const [before, after] = [old, now].map((text) => text.replace(/\n$/, '').split('\n'));
  const lines = [
    `--- ${path}\tround ${round}`,
    `+++ ${path}\tnow`,
    `@@ -1,${before?.length ?? 0} +1,${after?.length ?? 0} @@`,
    ...(before ?? []).map((line) => `-${line}`),
    ...(after ?? []).map((line) => `+${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** The hunks of a patch as the page draws those of a diff, without numbers of blocks. */
async function patchHtml({ ports }: ActionContext, patch: string): Promise<string> {
  if (patch === '') return '';
  const { sections } = (await ports.renderer()).diff(patch);
  return sections.map(({ html }) => html.replace(/ data-block="\d+"/g, '')).join('');
}
