/** Modules, below src, that a hot command loads lazily and that stay inside discuss.cjs. */
export const hotModules = [
  'cli/help.ts',
  'cli/version.ts',
  'cli/run-action.ts',
  'cli/review/review-command.ts',
  'open-discuss.ts',
  'actions/zod-subset.ts',
  'storage/user-store.ts',
  'storage/sqlite-reviews.ts',
];
