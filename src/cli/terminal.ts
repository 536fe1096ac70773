import type { Refusal } from '../core/refusal.ts';

/** The terminal and process that a command runs in. */
export interface Terminal {
  /** Environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory, absolute. */
  readonly directory: string;
  /** Whether standard input is a terminal. */
  readonly inputIsTerminal: boolean;
  /**
   * Reads standard input to its end. What is no UTF-8 is replaced by question marks, or, when it must be exact, makes
   * this fail with a TypeError. Refused with `input_too_large`, and with `input_late` when a pipe is silent for long.
   */
  readInput(must?: 'be-exact'): Promise<string | Refusal>;
  /** Reads one line of standard input; nothing at its end, or once `signal` is aborted. */
  readLine(signal: AbortSignal): Promise<string | undefined>;
  /**
   * Reads standard input to the end of the JSON object that it holds, or to its own end: who sent an object need not
   * close the pipe. Fails with a TypeError for what is no UTF-8, and for what is over 16 MiB.
   */
  readJson(): Promise<string>;
  /** Whether standard output is a terminal. */
  readonly outputIsTerminal: boolean;
  /** Whether standard output goes to another program, which may be listening. */
  readonly outputHasReader: boolean;
  /**
   * Writes a text to standard output, waiting for a reader that is slow; returns, once the system has it, whether it
   * could be written.
   */
  print(text: string): Promise<boolean>;
  /** As `print`, for a program that serves others at the same time: a reader that has stalled holds nothing up. */
  stream(text: string): Promise<boolean>;
  /** Writes a line to standard error. */
  notify(message: string): void;
  /** Aborted by SIGINT, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
}
