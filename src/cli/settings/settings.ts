import type { LogLevel } from '../../core/ports/log.ts';

/** Everything that configuration decides, with nothing left open. */
export interface Settings {
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  /** Whether the browser is opened. */
  readonly autoOpen: boolean;
  /** Seconds of silence after which finishing is suggested; 0 = never. */
  readonly idleTimeoutSecs: number;
  /** Where transcripts go; absolute. */
  readonly historyDir: string;
  /** Whether no transcript is written. */
  readonly noSave: boolean;
  readonly logLevel: LogLevel;
  /** Cap on what `git diff` prints, in bytes; 0 = no cap. */
  readonly maxDiffBytes: number;
  /** Where the store is: an absolute path or a URL; the default place without it. */
  readonly store?: string;
  /** The person's name in the page and in files. */
  readonly reviewerName?: string;
  /** The only names that begin an inline discussion, when the list is given. */
  readonly speakers?: readonly string[];
  /** Whether threads and messages of the page are written into the reviewed file. */
  readonly writeBack: boolean;
}

/** A layer of settings: what it says, and nothing else. */
export type SettingsLayer = Partial<Settings>;

/** Cap on a diff when nothing says otherwise. */
export const defaultMaxDiffBytes = 5_242_880;
