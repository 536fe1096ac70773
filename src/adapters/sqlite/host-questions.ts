import {
  type HostQuestion,
  type HostQuestionEnd,
  questionToRejoin,
  settleQuestion,
} from '../../core/question/host-question.ts';
import type { HostQuestions } from '../../core/question/ports/host-questions.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { SqliteDatabase } from './database.ts';
import { writeTransaction } from './migrate.ts';
import { userSchema } from './schema/user-schema.ts';
import type { SqlRow } from './sql-value.ts';
import { guardStoreThrowing, storeFailure } from './store-failure.ts';

/** How often other processes' commits are polled for while somebody listens, in milliseconds. */
const pollInterval = 100;

/** Keeps questions to the person in an open user's store. */
export function sqliteHostQuestions(database: SqliteDatabase): HostQuestions {
  const changes = followChanges(database);
  const read = <Result>(work: () => Result): Promise<Result> =>
    guardStoreThrowing(database.path, work);
  const write = async <Result>(work: () => Result): Promise<Result> => {
    const boxed = await guardStoreThrowing(database.path, () =>
      // Boxed, since a refusal of the work is returned here and one of the store is thrown.
      writeTransaction(database, userSchema, () => ({ result: work() })),
    );
    changes.tell();
    return boxed.result;
  };
  return {
    add: (question) => write(() => insert(database, question)),
    askOnce: (question) => write(() => askOnce(database, question)),
    markDelivered: (id, at) => write(() => markDelivered(database, id, at)),
    find: (id) => read(() => findQuestion(database, id)),
    pending: (project) => read(() => pendingQuestions(database, project)),
    asked: (project, limit) => read(() => askedIn(database, project, limit)),
    settle: (id, end, at) => write(() => settle(database, id, { end, at })),
    follow: changes.follow,
  };
}

function insert(database: SqliteDatabase, question: HostQuestion): void {
  const { id, project, status, askedAt } = question;
  database
    .prepare(
      'INSERT INTO host_question (id, project, status, asked_at, data) VALUES (?, ?, ?, ?, ?)',
    )
    .run(id, project ?? null, status, askedAt, JSON.stringify(question));
}

/** How many of a project's questions are searched for the same one. */
const rejoinable = 200;

function askOnce(database: SqliteDatabase, question: HostQuestion): HostQuestion {
  const earlier = askedIn(database, question.project, rejoinable);
  const existing = questionToRejoin(earlier, question);
  if (existing === undefined) insert(database, question);
  return existing ?? question;
}

function markDelivered(database: SqliteDatabase, id: string, deliveredAt: string): void {
  const question = findQuestion(database, id);
  if (question === undefined || question.status === 'pending') return;
  save(database, { ...question, deliveredAt });
}

function save(database: SqliteDatabase, question: HostQuestion): void {
  database
    .prepare('UPDATE host_question SET status = ?, data = ? WHERE id = ?')
    .run(question.status, JSON.stringify(question), question.id);
}

function askedIn(
  database: SqliteDatabase,
  project: string | undefined,
  limit: number,
): readonly HostQuestion[] {
  return database
    .prepare(
      'SELECT data FROM host_question WHERE project IS ? ORDER BY asked_at DESC, id DESC LIMIT ?',
    )
    .all(project ?? null, limit)
    .map(readQuestion);
}

function findQuestion(database: SqliteDatabase, id: string): HostQuestion | undefined {
  const row = database.prepare('SELECT data FROM host_question WHERE id = ?').get(id);
  return row === undefined ? undefined : readQuestion(row);
}

function pendingQuestions(database: SqliteDatabase, project?: string): readonly HostQuestion[] {
  const order = 'ORDER BY asked_at, id';
  const rows =
    project === undefined
      ? database.prepare(`SELECT data FROM host_question WHERE status = 'pending' ${order}`).all()
      : database
          .prepare(
            `SELECT data FROM host_question WHERE status = 'pending' AND project = ? ${order}`,
          )
          .all(project);
  return rows.map(readQuestion);
}

function settle(
  database: SqliteDatabase,
  id: string,
  { end, at }: { readonly end: HostQuestionEnd; readonly at: string },
): HostQuestion | Refusal {
  const question = findQuestion(database, id);
  if (question === undefined) {
    return refuse('not_found', `there is no question ${id}`, {
      next: 'list those that wait with discuss questions',
    });
  }
  const settled = settleQuestion(question, end, at);
  if (isRefusal(settled)) return settled;
  save(database, settled);
  return settled;
}

function readQuestion(row: SqlRow): HostQuestion {
  return JSON.parse(String(row['data'])) as HostQuestion;
}

/** Notifies listeners of this process's commits at once, and of others' by polling SQLite's `data_version`. */
function followChanges(database: SqliteDatabase) {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seenVersion: number | undefined;
  const version = (): number | undefined => {
    try {
      return database.dataVersion();
    } catch (error) {
      if (storeFailure(database.path, error) === undefined) throw error;
      return undefined;
    }
  };
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const poll = (): void => {
    const current = version();
    if (current === undefined || current === seenVersion) return;
    seenVersion = current;
    notify();
  };
  const follow = (listener: () => void): (() => void) => {
    listeners.add(listener);
    if (timer === undefined) {
      seenVersion = version();
      timer = setInterval(poll, pollInterval).unref();
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
  return { tell: notify, follow };
}
