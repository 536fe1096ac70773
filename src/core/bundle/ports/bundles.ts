import type { Refusal } from '../../refusal.ts';
import type { BundleBindings } from './bundle-bindings.ts';
import type { BundleFolder } from './bundle-folder.ts';
import type { GitFacts } from './git-facts.ts';

/** What the actions on bundles ask of the outside. */
export interface Bundles {
  readonly folder: BundleFolder;
  readonly git: GitFacts;
  /** The bindings of contexts in the user's store, opened at the first call. */
  readonly bindings: () => Promise<BundleBindings | Refusal>;
  /** What the environment names: a bundle (`DISCUSS_BUNDLE`) and the agent's context (`DISCUSS_CONTEXT`). */
  readonly named: { readonly root?: string; readonly context?: string };
  /** A moment in UTC as the time of day here, with its zone and without fractions of seconds. */
  localTime(utc: string): string;
}
