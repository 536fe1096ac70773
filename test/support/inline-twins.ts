import { expect } from 'vitest';
import { parseDiscussions } from '../../src/core/inline/parse-discussions.ts';
import { decideResolve, decideUnresolve } from '../../src/core/review/decide-thread-change.ts';
import type { Thread } from '../../src/core/review/thread.ts';
import { beginReview, type ReviewScenario } from './review-scenario.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

interface Said {
  speaker: string;
  text: string;
}

interface Discussion extends Said {
  resolved: boolean;
  replies: Said[];
  /** The thread that shows it, once that is known. */
  id: string | undefined;
  /** Another of its words and speaker stands beside it. */
  hasTwin: boolean;
}

interface Paragraph {
  readonly text: string;
  discussions: Discussion[];
}

const texts = ['Is this right?', 'Is this right?', 'Why so few of them?'] as const;
const answers = ['Yes.', 'Yes.', 'No, it was measured again.'] as const;
const names = ['Ann', 'Ann', 'Sage'] as const;

/**
 * A random document whose comments are often equal. The page and an editor change it in turns; after each step file and
 * page must say what the model says, each thread what it said before, but for the one that was meant.
 */
export function checkTwins(seed: number, steps: number): void {
  const random = seededRandom(seed);
  const model = randomParagraphs(random);
  const scenario = beginReview({
    files: { 'plan.md': '' },
    started: { writeBack: true, speakers: { known: ['Ann'] } },
  });
  const save = () => scenario.save(render(model));
  save();
  adopt(scenario, model);
  const done: string[] = [];
  for (let step = 0; step < steps; step++) {
    done.push(changeSomething(random, { scenario, model, save }));
    const log = `seed ${seed}: ${done.join(', ')}\n${scenario.document().text}`;
    expect(shapeOfFile(scenario), log).toEqual(shapeOfModel(model));
    expect(shapeOfPage(scenario), log).toEqual(shapeOfModel(model).toSorted());
    checkIdentity(scenario, { model, log });
    adopt(scenario, model);
  }
}

function randomParagraphs(random: SeededRandom): Paragraph[] {
  return Array.from({ length: 3 + random.below(3) }, (_value, index) => ({
    text: `Paragraph ${'abcdef'[index]} speaks of ${'queues jobs parsers limits colours ducks'.split(' ')[index]} and nothing else.`,
    discussions: Array.from({ length: random.below(3) }, () => randomDiscussion(random)),
  }));
}

function randomDiscussion(random: SeededRandom): Discussion {
  const replies = Array.from({ length: random.below(3) }, () => randomReply(random));
  const resolved = random.below(4) === 0;
  return {
    speaker: random.pick(names),
    text: random.pick(texts),
    resolved,
    replies,
    id: undefined,
    hasTwin: false,
  };
}

function randomReply(random: SeededRandom): Said {
  return { speaker: random.pick(['Ann', 'Agent', 'Omar']), text: random.pick(answers) };
}

function render(model: readonly Paragraph[]): string {
  return model
    .map(({ text, discussions }) =>
      [text, ...discussions.map(renderDiscussion)].map((part) => `${part}\n`).join('\n'),
    )
    .join('\n');
}

function renderDiscussion({ speaker, text, resolved, replies }: Discussion): string {
  const root = `> **${speaker}${resolved ? ' [RESOLVED]' : ''}:** ${text}`;
  const lines = replies.map((reply, index) => {
    const markers = '>'.repeat(Math.min(index + 2, 6));
    const separator = index > 4 ? `${markers}\n` : '';
    return `${separator}${markers} **${reply.speaker}:** ${reply.text}`;
  });
  return [root, ...lines].join('\n');
}

interface World {
  readonly scenario: ReviewScenario;
  readonly model: Paragraph[];
  readonly save: () => void;
}

function changeSomething(random: SeededRandom, world: World): string {
  const { scenario, model, save } = world;
  const paragraph = random.pick(model as [Paragraph, ...Paragraph[]]);
  const discussion = paragraph.discussions[random.below(paragraph.discussions.length)];
  const name = random.pick(['open', 'reply', 'take', 'status', ...handEdits]);
  if (name === 'open') {
    const { blocks } = scenario.document();
    const block = blocks.findIndex((one) => one.text === paragraph.text) + 1;
    const text = random.pick(texts);
    const id = scenario.open({ anchorStart: block, anchorEnd: block, text });
    scenario.write();
    paragraph.discussions.push({
      speaker: 'Ann',
      text,
      resolved: false,
      replies: [],
      id,
      hasTwin: false,
    });
    return `open ${text} on ${block} as ${id}`;
  }
  const place = `${model.indexOf(paragraph)}/${discussion?.id}`;
  if (isHandEdit(name)) {
    edits[name](random, { model, paragraph, discussion });
    save();
    return `${name} ${place}`;
  }
  if (discussion?.id !== undefined) pageChange(name, { random, scenario, discussion });
  return `${name} ${place}`;
}

function pageChange(
  name: string,
  {
    random,
    scenario,
    discussion,
  }: { random: SeededRandom; scenario: ReviewScenario; discussion: Discussion },
): void {
  const id = discussion.id ?? '';
  const text = random.pick(answers);
  if (name === 'reply') {
    scenario.reply(id, text);
    discussion.replies.push({ speaker: 'Ann', text });
  } else if (name === 'take') {
    scenario.take(id, text);
    discussion.replies.push({ speaker: 'Agent', text });
  } else if (discussion.resolved) {
    scenario.do((state, context) => decideUnresolve(state, id, context));
    discussion.resolved = false;
  } else {
    const author = { name: discussion.speaker, kind: 'person' } as const;
    scenario.do((state, context) => decideResolve(state, { threadId: id }, { ...context, author }));
    discussion.resolved = true;
  }
  scenario.write();
}

interface Edited {
  readonly model: Paragraph[];
  readonly paragraph: Paragraph;
  readonly discussion: Discussion | undefined;
}

const edits = {
  /** Takes a discussion out of the file. */
  remove: (_random: SeededRandom, { paragraph, discussion }: Edited): void => {
    paragraph.discussions = paragraph.discussions.filter((other) => other !== discussion);
  },
  removeReply: (random: SeededRandom, { discussion }: Edited): void => {
    discussion?.replies.splice(random.below(discussion.replies.length), 1);
  },
  swap: (random: SeededRandom, { model, paragraph }: Edited): void => {
    const [from, to] = [model.indexOf(paragraph), random.below(model.length)];
    const other = model[to];
    if (other !== undefined) [model[from], model[to]] = [other, paragraph];
  },
  edit: (_random: SeededRandom, { discussion }: Edited): void => {
    if (discussion !== undefined) discussion.text += ' Truly?';
  },
  editReply: (random: SeededRandom, { discussion }: Edited): void => {
    const reply = discussion?.replies[random.below(discussion.replies.length)];
    if (reply !== undefined) reply.text += ' I think.';
  },
  add: (random: SeededRandom, { paragraph }: Edited): void => {
    paragraph.discussions.push(randomDiscussion(random));
  },
  addReply: (random: SeededRandom, { discussion }: Edited): void => {
    discussion?.replies.push(randomReply(random));
  },
  toggle: (_random: SeededRandom, { discussion }: Edited): void => {
    if (discussion !== undefined) discussion.resolved = !discussion.resolved;
  },
};

type HandEdit = keyof typeof edits;

const handEdits = Object.keys(edits) as HandEdit[];

function isHandEdit(name: string): name is HandEdit {
  return name in edits;
}

function shape(paragraph: string, { speaker, text, resolved, replies }: Discussion): string {
  const said = replies.map((reply) => `${reply.speaker}: ${reply.text}`);
  return [paragraph, `${speaker}: ${text}`, resolved ? 'resolved' : 'open', ...said].join(' | ');
}

function shapeOfModel(model: readonly Paragraph[]): string[] {
  return model.flatMap(({ text, discussions }) => discussions.map((one) => shape(text, one)));
}

function shapeOfFile(scenario: ReviewScenario): string[] {
  const { text } = scenario.document();
  const lines = text.split('\n');
  return parseDiscussions(text).threads.map(({ root, comments, status, anchorLine }) =>
    shape(lines[anchorLine - 1] ?? '', {
      ...root,
      resolved: status === 'RESOLVED',
      replies: [...comments.slice(1)],
      id: undefined,
      hasTwin: false,
    }),
  );
}

function activeThreads({ state }: ReviewScenario): Thread[] {
  return [...state.threads.values()].filter(({ deletedAt }) => deletedAt === null);
}

function shapeOfPage(scenario: ReviewScenario): string[] {
  const document = scenario.document();
  return activeThreads(scenario)
    .map((thread) => shapeOfThread(thread, document.blocks[thread.place.anchorEnd - 1]?.text ?? ''))
    .sort();
}

function shapeOfThread(thread: Thread, paragraph: string): string {
  const replies = [
    ...thread.replies.map((reply) => ({ ...reply, role: 'Ann' })),
    ...thread.takes.map((take) => ({ ...take, role: 'Agent' })),
  ]
    .filter(({ removedIn }) => removedIn === undefined)
    .sort((first, second) => first.position - second.position)
    .map(({ author, role, text }) => ({ speaker: author?.name ?? role, text }));
  const speaker = thread.author?.name ?? 'Ann';
  const resolved = thread.resolution !== null;
  return shape(paragraph, {
    speaker,
    text: thread.text,
    resolved,
    replies,
    id: thread.id,
    hasTwin: false,
  });
}

/** Each discussion of the model is still shown by its thread, unless a twin at its side could be meant as well. */
function checkIdentity(
  { state }: ReviewScenario,
  { model, log }: { model: readonly Paragraph[]; log: string },
): void {
  for (const { text: paragraph, discussions } of model) {
    for (const discussion of discussions) {
      if (discussion.id === undefined || discussion.hasTwin) continue;
      const thread = state.threads.get(discussion.id);
      expect(thread && shapeOfThread(thread, paragraph), log).toBe(shape(paragraph, discussion));
      expect(thread?.deletedAt, log).toBeNull();
    }
  }
}

function hasTwin(discussion: Discussion, discussions: readonly Discussion[]): boolean {
  const stem = (text: string): string => text.slice(0, 5);
  return discussions.some(
    (other) =>
      other !== discussion &&
      other.speaker === discussion.speaker &&
      stem(other.text) === stem(discussion.text),
  );
}

/** Notes which thread shows which discussion. */
function adopt(scenario: ReviewScenario, model: readonly Paragraph[]): void {
  const { blocks } = scenario.document();
  const free = new Set(activeThreads(scenario));
  for (const { text: paragraph, discussions } of model) {
    for (const discussion of discussions) {
      const isShown = (thread: Thread): boolean =>
        blocks[thread.place.anchorEnd - 1]?.text === paragraph &&
        shapeOfThread(thread, paragraph) === shape(paragraph, discussion);
      const thread =
        [...free].find((one) => one.id === discussion.id && isShown(one)) ??
        [...free].find(isShown);
      discussion.id = thread?.id;
      discussion.hasTwin = hasTwin(discussion, discussions);
      if (thread !== undefined) free.delete(thread);
    }
  }
}
