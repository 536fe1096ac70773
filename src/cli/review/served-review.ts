import type { Listening } from '../../http/listen.ts';
import type { PrivatePath } from '../../http/private-path.ts';
import type { RunningReview } from '../../session/running-review.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';

/** A review that is to be served until it ends. */
export interface ServedReview {
  readonly review: RunningReview;
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly listening: Listening;
  /** Address of the review's page. */
  readonly url: string;
  /** Where everything stands; at the root without it. */
  readonly privatePath: PrivatePath | undefined;
}
