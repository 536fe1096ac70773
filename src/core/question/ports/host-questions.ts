import type { Refusal } from '../../refusal.ts';
import type { HostQuestion, HostQuestionEnd } from '../host-question.ts';

/** The questions that agents have put to the person, kept in the user's store. */
export interface HostQuestions {
  /** Stores a question that was just asked. */
  add(question: HostQuestion): Promise<void>;
  /**
   * Stores a question, unless the same was asked before and waits, or ended without its asker being notified; returns
   * the stored one. Several who ask the same at once get one question.
   */
  askOnce(question: HostQuestion): Promise<HostQuestion>;
  /** Records that the asker was notified of how the question ended. */
  markDelivered(id: string, at: string): Promise<void>;
  find(id: string): Promise<HostQuestion | undefined>;
  /** Those that wait for an answer, the oldest first; of one project, or all. */
  pending(project?: string): Promise<readonly HostQuestion[]>;
  /** Those asked in a project (or in none), the newest first. */
  asked(project: string | undefined, limit: number): Promise<readonly HostQuestion[]>;
  /**
   * Ends a question, whoever else tries at the same time; the first end stands. Refused with `not_found` and
   * `already_settled`.
   */
  settle(id: string, end: HostQuestionEnd, at: string): Promise<HostQuestion | Refusal>;
  /**
   * Calls `listener` after any question was asked or settled, by whichever process, and now and then without one, as
   * when another process has bound a context to a bundle; it then has to read again. Returns a function that ends the
   * subscription, which does not keep the process alive.
   */
  follow(listener: () => void): () => void;
}
