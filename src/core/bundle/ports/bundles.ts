import type { Refusal } from '../../refusal.ts';
import type { BundleBindings } from './bundle-bindings.ts';
import type { BundleFolder } from './bundle-folder.ts';
import type { GitFacts } from './git-facts.ts';

/** The ports of the actions on bundles. */
export interface Bundles {
  readonly folder: BundleFolder;
  readonly git: GitFacts;
  /** The bindings of contexts in the user's store, opened at the first call. */
  readonly bindings: () => Promise<BundleBindings | Refusal>;
  /** What the environment names: a bundle (`DISCUSS_BUNDLE`) and the agent's context (`DISCUSS_CONTEXT`). */
  readonly fromEnvironment: { readonly root?: string; readonly context?: string };
  /** Converts a time in UTC to local time with its zone and without fractions of seconds. */
  localTime(utc: string): string;
}
