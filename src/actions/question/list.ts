import { many } from '../bundle/shared/bundle-cli-options.ts';
import type { ActionEntry } from '../kit/action.ts';
import { addsOnly, flagOption, readsOnly, textOption } from '../kit/bindings.ts';

/** One question to the person, and what waits for an answer. */
export const questionActions = [
  {
    name: 'question-ask',
    summary: 'Put one question with two or three options to the user, and wait for the answer',
    bindings: {
      cli: {
        command: ['ask'],
        asksPerson: true,
        actor: 'agent',
        refusals: 'json',
        positionals: [
          {
            name: 'QUESTION',
            field: 'question',
            reads: 'text',
            optional: true,
            summary: 'What is asked, or all of it as JSON; - reads standard input',
          },
        ],
        options: {
          header: textOption('A word for it, up to 12 characters'),
          option: many(
            'option',
            'LABEL: EFFECT',
            'An option; give 2 or 3, a recommended one first as "LABEL (Recommended): EFFECT"',
          ),
          json: textOption(
            'All of it as JSON {header, question, options: [{label, description, recommended?}], …}: - for standard input, @FILE, or the JSON itself',
            { field: 'input', value: 'JSON', reads: 'json' },
          ),
          'no-other': flagOption('The user may not answer in words of their own', {
            field: 'no_other',
          }),
          'not-blocking': flagOption('You go on with a default that you have stated', {
            field: 'not_blocking',
          }),
          'text-fallback': flagOption(
            'Answer with the question as numbered text when nothing reaches the user',
            { field: 'text_fallback' },
          ),
          timeout: {
            type: 'number',
            value: 'SECONDS',
            summary: 'Wait so long for an answer from anywhere; then it counts as timed out',
          },
          'bundle-question': textOption(
            'Put this question of a record bundle, and record the answer there',
            { field: 'bundle_question', value: 'Q001' },
          ),
          root: textOption('The folder of that bundle; alone, its pending question is put', {
            value: 'PATH',
          }),
          context: textOption('Context token whose binding names that bundle', {
            value: 'CONTEXT',
          }),
        },
        help: 'On a terminal the question is put there; else in an open review page of this folder. Prints one JSON object\nand ends with 0 answered, 1 refused, 4 not answered (declined, cancelled, timed_out, pending, unavailable).\nThe same question asked again is rejoined while it waits or its answer was not told.\n\n  discuss ask --header Scope --option "Minimal fix (Recommended): One file" \\\n    --option "Cleanup: Ten files" "Which scope should the fix take?"',
      },
      mcp: {
        tool: 'request_user_input',
        project: 'optional',
        paths: ['root'],
        annotations: { ...addsOnly, openWorldHint: true },
      },
    },
    load: async () => (await import('./question-ask.ts')).questionAsk,
  },
  {
    name: 'question-answer',
    summary: "Record the user's reply to a question that waits",
    bindings: {
      cli: {
        command: ['answer'],
        asksPerson: true,
        formats: true,
        positionals: [
          {
            name: 'QUESTION_ID',
            field: 'question_id',
            summary: 'Such as question:0193…; its bare id will do',
          },
          {
            name: 'TEXT',
            field: 'words',
            reads: 'text',
            optional: true,
            summary: 'The reply to the letter, such as "2, but only …"; - reads standard input',
          },
        ],
        options: {
          decline: flagOption('The user declined to answer'),
          root: textOption("The folder of a bundle's question", { value: 'PATH' }),
        },
      },
      mcp: {
        tool: 'question_answer',
        project: 'optional',
        paths: ['root'],
        annotations: addsOnly,
      },
    },
    load: async () => (await import('./question-answer.ts')).questionAnswer,
  },
  {
    name: 'question-pending',
    summary: 'The questions that wait for the user',
    bindings: {
      cli: {
        command: ['questions'],
        formats: true,
        options: { all: flagOption('Those of every project') },
      },
      mcp: {
        tool: 'question_list',
        project: 'optional',
        annotations: readsOnly,
      },
    },
    load: async () => (await import('./question-pending.ts')).questionPending,
  },
] as const satisfies readonly ActionEntry[];
