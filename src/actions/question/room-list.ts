import type { ActionEntry } from '../kit/action.ts';
import type { HttpBinding } from '../kit/bindings.ts';

/** Codes with which an answer to a question is refused. */
const answerRefusals = [
  'not_found',
  'bad_answer',
  'already_settled',
  'question_pending',
  'bundle_changed',
  'bundle_locked',
  'interrupted_write',
  'validation_error',
];

const list: HttpBinding = { method: 'GET', path: '/api/questions', refusals: [] };
const answer: HttpBinding = {
  method: 'POST',
  path: '/api/questions/answer',
  body: 'required',
  refusals: answerRefusals,
};

const loadList = async () => (await import('./room-question-list.ts')).roomQuestionList;
const loadAnswer = async () => (await import('./room-question-answer.ts')).roomQuestionAnswer;

/** What can be done at the pages of several kinds of rooms. */
export const roomActions = [
  {
    name: 'room-questions',
    summary: 'The questions that wait for the person at this page',
    bindings: { http: list },
    load: loadList,
  },
  {
    name: 'room-answer',
    summary: "Record the person's answer to a question, or that there will be none",
    bindings: { http: answer },
    load: loadAnswer,
  },
  {
    name: 'bundle-room-questions',
    summary: 'The questions that wait for the person at the page of a record',
    bindings: { http: { ...list, room: 'bundle' } },
    load: loadList,
  },
  {
    name: 'bundle-room-answer',
    summary: "Record the person's answer to a question, or that there will be none",
    bindings: { http: { ...answer, room: 'bundle' } },
    load: loadAnswer,
  },
] as const satisfies readonly ActionEntry[];
