import { readStatus } from '../../core/bundle/status.ts';
import { type AskInput, ask, raise } from '../../core/bundle/transitions/ask.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { ActionContext, InputOf, Zod } from '../kit/action.ts';
import { checkShape } from '../kit/check-shape.ts';
import { flag, list, objects, oneOf, text } from '../kit/described.ts';
import { readOption } from '../question/shared/question-args.ts';
import { type ChangedBundle, changeActive } from './shared/bundle-active.ts';
import { findingLines } from './shared/bundle-answer-text.ts';
import {
  bundleRequest,
  entryShape,
  findingShape,
  questionShape,
  writtenShape,
} from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    header: z.optional(z.string()),
    prompt: z.optional(z.string()),
    options: z.optional(
      objects(z, 'Two or three; a recommended one first', {
        label: text(z, 'A few words that answer the question'),
        description: text(z, 'What choosing it brings'),
        recommended: z.optional(flag(z, 'You recommend it')),
      }),
    ),
    material: z.optional(flag(z, 'Whether the work waits for the answer (true)')),
    default: z.optional(text(z, 'What is taken without an answer; only where material is false')),
    blocks: z.optional(z.array(z.string())),
    defer: z.optional(z.boolean()),
    revises: z.optional(z.string()),
    raise: z.optional(z.string()),
  });

type AskRequest = InputOf<typeof input>;

/** What a command line may give in other forms. */
interface AskArgs extends AskRequest {
  /** The question as one JSON value. */
  readonly question?: unknown;
  /** Options as `Label: what choosing it brings`. */
  readonly option?: readonly string[] | undefined;
  readonly optional?: boolean | undefined;
}

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    ...entryShape(z),
    status: oneOf(z, ['pending', 'deferred'], 'Whether it waits for the user'),
    repeated: flag(z, 'It was recorded before'),
    hints: list(z, findingShape(z), 'What could be better'),
    question: z.nullable(questionShape(z)).check(z.describe('The pending question')),
  });

/** Records a question, pending when no other is, else deferred. */
export const bundleAsk = defineBundleAction({
  guide:
    'Use it to record a question before you put it; request_user_input with bundle_question puts it. Answers its id; stop until it is answered.',
  input,
  output,
  async run(args: AskArgs, context) {
    const request = await readArgs(args);
    if (isRefusal(request)) return request;
    const changed = await change(request, context);
    if (isRefusal(changed)) return changed;
    const { bundle, findings, outcome } = changed;
    return { ...written(changed), ...outcome, question: readStatus(bundle, findings).question };
  },
  lines: ({ id, status, repeated, hints, ...rest }) => [
    `${id} is ${status}${repeated ? ' already' : ''}`,
    ...(hints.length === 0 ? [] : ['Hints:', ...findingLines(hints)]),
    ...writtenLines(rest),
  ],
  semanticValidation: [
    'Two or three options that exclude each other, each with a label and a description of its effect; Other is added by whoever asks.',
    'At most one option is recommended, and it stands first; the suffix (Recommended) on a label says so too.',
    'A material question has no default; one that is not material has one.',
  ],
});

function change(
  request: AskRequest,
  context: ActionContext,
): Promise<ChangedBundle<ReturnOf<typeof ask>> | Refusal> {
  if (request.raise !== undefined) {
    return changeActive(request, context, { transition: raise, input: { id: request.raise } });
  }
  return changeActive(request, context, { transition: ask, input: askInput(request) });
}

type ReturnOf<Rule> = Rule extends (...args: never[]) => infer Result
  ? Extract<Result, { outcome: unknown }>['outcome']
  : never;

function askInput(request: AskRequest): AskInput {
  const { header = '', prompt = '', options = [], material, blocks, defer, revises } = request;
  const draft = { header, prompt, options, material, blocks, defer, revises };
  return omitUndefined({ ...draft, default: request.default });
}

/** Brings the forms of a command line into the one of the schema. */
async function readArgs(args: AskArgs): Promise<AskRequest | Refusal> {
  const { question, option, optional, ...request } = args;
  const fields: AskRequest = {
    ...request,
    ...omitUndefined({ options: option?.map(readOption) }),
    ...(optional === true ? { material: false } : {}),
  };
  if (question === undefined) return fields;
  if (typeof question !== 'object' || question === null || Array.isArray(question)) {
    return checkShape(bundleAsk, question) as Promise<Refusal>;
  }
  return checkShape(bundleAsk, { ...fields, ...question }) as Promise<AskRequest | Refusal>;
}
