import type { ActionEntry } from '../kit/action.ts';
import {
  addsOnly,
  type CliOption,
  type CliPositional,
  flagOption,
  type HttpBinding,
  type McpBinding,
  readsOnly,
  textOption,
} from '../kit/bindings.ts';

const url: CliOption = textOption(
  'The review at this address; the one that runs in this folder without it',
  { value: 'URL' },
);

const reviewId: CliOption = textOption('The review of this id, which need not run', {
  value: 'ID',
});

const requestId: CliOption = textOption('What is sent again with the same id has one effect', {
  value: 'ID',
});

const thread: CliPositional = { name: 'THREAD', field: 'threadId', summary: 'Such as u-1' };

const get = (path: string, ...refusals: readonly string[]): HttpBinding => ({
  method: 'GET',
  path,
  refusals,
});

type Change = Exclude<HttpBinding['method'], 'GET'>;

const needsBody = (method: Change, path: string, ...refusals: readonly string[]): HttpBinding => ({
  method,
  path,
  body: 'required',
  refusals,
});

const mayHaveBody = (
  method: Change,
  path: string,
  ...refusals: readonly string[]
): HttpBinding => ({ method, path, body: 'optional', refusals });

const reads = (tool: string): McpBinding => ({
  tool,
  snakeCase: true,
  annotations: readsOnly,
});

const writes = (tool: string): McpBinding => ({
  tool,
  snakeCase: true,
  leaveOut: ['author'],
  annotations: addsOnly,
});

/** What can be done in a review. */
export const reviewActions = [
  {
    name: 'review-open',
    summary:
      'Open a review of files or of a diff in a page of its own, or attach to the one that runs',
    bindings: { mcp: { ...writes('review_open'), paths: ['file', 'diff'] } },
    load: async () => (await import('./review-open.ts')).reviewOpen,
  },
  {
    name: 'review-state',
    summary: 'The whole present state of a review',
    hot: true,
    bindings: { http: get('/api/state'), mcp: reads('review_state') },
    load: async () => (await import('./review-state.ts')).reviewState,
  },
  {
    name: 'review-document',
    summary: 'A file of a review as HTML, in sections',
    bindings: { http: get('/api/files/{fileId}/document', 'validation_error', 'unknown_file') },
    load: async () => (await import('./review-document.ts')).reviewDocument,
  },
  {
    name: 'review-blocks',
    summary: 'The commentable blocks of a file',
    bindings: { http: get('/api/files/{fileId}/blocks', 'unknown_file') },
    load: async () => (await import('./review-blocks.ts')).reviewBlocks,
  },
  {
    name: 'review-render',
    summary: 'Sanitised HTML of messages',
    bindings: { http: needsBody('POST', '/api/render') },
    load: async () => (await import('./review-render.ts')).reviewRender,
  },
  {
    name: 'review-span',
    summary: 'The source text of a place',
    bindings: {
      http: needsBody('POST', '/api/files/{fileId}/span', 'validation_error', 'unknown_file'),
    },
    load: async () => (await import('./review-span.ts')).reviewSpan,
  },
  {
    name: 'review-thread',
    summary: 'Open a thread at a place of a file',
    bindings: {
      http: needsBody(
        'POST',
        '/api/threads',
        'validation_error',
        'missing_file_id',
        'unknown_file',
        'stale_source_version',
        'request_id_reused',
      ),
      mcp: writes('review_thread'),
    },
    load: async () => (await import('./review-thread.ts')).reviewThread,
  },
  {
    name: 'review-reply',
    summary: "Add a person's reply to a thread",
    bindings: {
      http: needsBody(
        'POST',
        '/api/threads/{threadId}/replies',
        'validation_error',
        'not_found',
        'request_id_reused',
      ),
    },
    load: async () => (await import('./review-reply.ts')).reviewReply,
  },
  {
    name: 'review-take',
    summary: "Add an agent's take to a thread",
    hot: true,
    bindings: {
      http: needsBody(
        'POST',
        '/api/threads/{threadId}/takes',
        'validation_error',
        'not_found',
        'request_id_reused',
      ),
      cli: {
        command: ['take'],
        actor: 'agent',
        positionals: [
          thread,
          {
            name: 'TEXT',
            field: 'text',
            reads: 'text',
            summary: 'Markdown; - reads it from standard input, past any quoting of the shell',
          },
        ],
        options: { url, review: reviewId, 'request-id': requestId },
      },
      mcp: writes('review_take'),
    },
    load: async () => (await import('./review-take.ts')).reviewTake,
  },
  {
    name: 'review-resolve',
    summary: 'Resolve a thread, with the decision in words when there is one',
    hot: true,
    bindings: {
      http: mayHaveBody(
        'POST',
        '/api/threads/{threadId}/resolve',
        'not_found',
        'not_initiator',
        'request_id_reused',
      ),
      cli: {
        command: ['resolve'],
        actor: 'agent',
        positionals: [thread],
        options: {
          decision: textOption('What was decided, in words'),
          url,
          review: reviewId,
          'request-id': requestId,
        },
      },
      mcp: writes('review_resolve'),
    },
    load: async () => (await import('./review-resolve.ts')).reviewResolve,
  },
  {
    name: 'review-unresolve',
    summary: 'Open a resolved thread again',
    bindings: { http: mayHaveBody('POST', '/api/threads/{threadId}/unresolve', 'not_found') },
    load: async () => (await import('./review-unresolve.ts')).reviewUnresolve,
  },
  {
    name: 'review-anchor',
    summary: 'Attach a thread to another place of its file',
    bindings: {
      http: needsBody('PUT', '/api/threads/{threadId}/anchor', 'validation_error', 'not_found'),
    },
    load: async () => (await import('./review-anchor.ts')).reviewAnchor,
  },
  {
    name: 'review-confirm-anchor',
    summary: 'Confirm the place of a thread whose text was found again with changes',
    bindings: {
      http: mayHaveBody(
        'POST',
        '/api/threads/{threadId}/confirm-anchor',
        'validation_error',
        'not_found',
      ),
    },
    load: async () => (await import('./review-confirm-anchor.ts')).reviewConfirmAnchor,
  },
  {
    name: 'review-accept',
    summary: 'Write a suggestion into the file, if the file still has the text that it is about',
    bindings: {
      http: mayHaveBody(
        'POST',
        '/api/threads/{threadId}/accept',
        'validation_error',
        'not_found',
        'suggestion_conflict',
      ),
    },
    load: async () => (await import('./review-accept.ts')).reviewAccept,
  },
  {
    name: 'review-delete',
    summary: "Delete a person's thread; it stays in the transcript",
    bindings: {
      http: mayHaveBody('DELETE', '/api/threads/{threadId}', 'not_found', 'prepopulated_thread'),
    },
    load: async () => (await import('./review-delete.ts')).reviewDelete,
  },
  {
    name: 'review-draft-thread',
    summary: 'Keep the draft of a new thread',
    bindings: {
      http: needsBody(
        'POST',
        '/api/drafts/new-thread',
        'validation_error',
        'missing_file_id',
        'unknown_file',
      ),
    },
    load: async () => (await import('./review-draft-thread.ts')).reviewDraftThread,
  },
  {
    name: 'review-draft-thread-clear',
    summary: 'Clear the draft of a new thread',
    bindings: {
      http: needsBody(
        'DELETE',
        '/api/drafts/new-thread',
        'validation_error',
        'missing_file_id',
        'unknown_file',
      ),
    },
    load: async () => (await import('./review-draft-thread.ts')).reviewDraftThreadClear,
  },
  {
    name: 'review-draft-followup',
    summary: 'Keep the draft of a reply',
    bindings: { http: needsBody('POST', '/api/drafts/followup', 'not_found') },
    load: async () => (await import('./review-draft-followup.ts')).reviewDraftFollowup,
  },
  {
    name: 'review-draft-followup-clear',
    summary: 'Clear the draft of a reply',
    bindings: { http: needsBody('DELETE', '/api/drafts/followup', 'not_found') },
    load: async () => (await import('./review-draft-followup.ts')).reviewDraftFollowupClear,
  },
  {
    name: 'review-source',
    summary: 'Give a file a new text, and its threads their places in it',
    bindings: {
      http: needsBody(
        'POST',
        '/api/source',
        'validation_error',
        'missing_file_id',
        'unknown_file',
        'request_id_reused',
      ),
      mcp: writes('review_update_source'),
    },
    load: async () => (await import('./review-source.ts')).reviewSource,
  },
  {
    name: 'review-refresh',
    summary: 'Ask git again for the diff under review',
    bindings: {
      http: mayHaveBody(
        'POST',
        '/api/refresh',
        'validation_error',
        'git_missing',
        'not_a_repository',
        'git_failed',
        'diff_too_large',
      ),
    },
    load: async () => (await import('./review-refresh.ts')).reviewRefresh,
  },
  {
    name: 'review-rounds',
    summary: 'The rounds of a review, and the threads of the one before',
    bindings: { http: get('/api/rounds') },
    load: async () => (await import('./review-rounds.ts')).reviewRounds,
  },
  {
    name: 'review-round-changes',
    summary: 'What changed in a file since a round',
    bindings: {
      http: get('/api/rounds/{round}/changes', 'not_found', 'missing_file_id', 'unknown_file'),
    },
    load: async () => (await import('./review-round-changes.ts')).reviewRoundChanges,
  },
  {
    name: 'review-carry',
    summary: 'Take over a thread of an earlier round',
    bindings: {
      http: mayHaveBody(
        'POST',
        '/api/rounds/{round}/threads/{threadId}/carry',
        'validation_error',
        'not_found',
        'unknown_file',
        'already_carried',
      ),
    },
    load: async () => (await import('./review-carry.ts')).reviewCarry,
  },
  {
    name: 'review-viewed',
    summary: 'Mark a file as viewed',
    bindings: { http: mayHaveBody('POST', '/api/files/{fileId}/viewed', 'unknown_file') },
    load: async () => (await import('./review-viewed.ts')).reviewViewed,
  },
  {
    name: 'review-unviewed',
    summary: 'Take away the mark of a viewed file',
    bindings: { http: mayHaveBody('DELETE', '/api/files/{fileId}/viewed', 'unknown_file') },
    load: async () => (await import('./review-viewed.ts')).reviewUnviewed,
  },
  {
    name: 'review-heartbeat',
    summary: 'Say that a person is at the page',
    bindings: { http: mayHaveBody('POST', '/api/heartbeat') },
    load: async () => (await import('./review-heartbeat.ts')).reviewHeartbeat,
  },
  {
    name: 'review-done',
    summary: 'Finish a review, with a verdict where one was asked',
    bindings: {
      http: mayHaveBody('POST', '/api/done', 'validation_error'),
      cli: {
        command: ['done'],
        options: {
          verdict: textOption('The verdict, where the review asks for one', {
            field: 'verdict.optionId',
            value: 'ID',
          }),
          feedback: textOption('What goes with it', { field: 'verdict.feedback' }),
          url,
        },
      },
    },
    load: async () => (await import('./review-done.ts')).reviewDone,
  },
  {
    name: 'review-wait',
    summary: 'Wait until something that concerns an agent has happened, and print it',
    hot: true,
    bindings: {
      cli: {
        command: ['wait'],
        actor: 'agent',
        usageExitCode: 1,
        options: {
          url,
          since: textOption(
            'Go on after an earlier wait; from the beginning of the session without it',
            { value: 'CURSOR' },
          ),
          timeout: {
            type: 'number',
            value: 'SECONDS',
            summary: 'How long to wait at most; without it as long as it takes',
          },
        },
        help: `Prints a line of JSON for each event, then {"kind":"cursor","cursor":"…"} for --since.
Takes never appear, nor does what was done under the same --as name.
Exit status: 0 events or nothing in time; 2 the review is finished, and the last
line is session.done; 1 failure, also when the server is gone and the review is
not finished; 5 interrupted.`,
      },
      mcp: reads('review_wait'),
    },
    load: async () => (await import('./review-wait.ts')).reviewWait,
  },
  {
    name: 'review-threads',
    summary: 'The threads of a review with everything that was said in them',
    hot: true,
    bindings: {
      cli: {
        command: ['threads'],
        formats: true,
        positionals: [{ ...thread, optional: true, summary: 'Only this one, such as u-1' }],
        options: {
          open: flagOption('Only those that are not resolved'),
          url,
          review: reviewId,
        },
      },
    },
    load: async () => (await import('./review-threads.ts')).reviewThreads,
  },
  {
    name: 'review-sessions',
    summary: 'The reviews of this user: running ones with their url, unfinished and finished ones',
    hot: true,
    bindings: {
      cli: {
        command: ['sessions'],
        formats: true,
        options: {
          unfinished: flagOption('Only those that are not finished'),
          limit: { type: 'integer', summary: 'How many, newest first (50; 0 for all)' },
        },
      },
    },
    load: async () => (await import('./review-sessions.ts')).reviewSessions,
  },
] as const satisfies readonly ActionEntry[];
