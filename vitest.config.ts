import { defineConfig } from 'vitest/config';

const long = process.env['DISCUSS_LONG_TESTS'] === '1';
const shared = { testTimeout: long ? 1_800_000 : 60_000, hookTimeout: 120_000 };
// No module of ours holds state, so the files of a worker may share what they import (`isolate: false`).
const longOnly = long ? [] : ['**/*.long.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/*.test.ts'],
          exclude: longOnly,
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'scenarios',
          include: ['test/{scenarios,conformance,pins,faults}/**/*.test.ts'],
          exclude: longOnly,
          // They wait for processes as much as these compute.
          maxWorkers: 3,
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: longOnly,
          fileParallelism: false,
          maxWorkers: 1,
          isolate: false,
        },
      },
    ],
  },
});
