/** What a tool's description says beside the summary and rules of its action. */
export interface ToolGuide {
  /** When to use it, what comes back, and what to do next. */
  readonly guide: string;
  /** Its arguments, where neither schema nor command line describes them. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Guides by the name of the action. */
export const toolGuides: Readonly<Record<string, ToolGuide>> = {
  'review-open': {
    guide:
      'Use it when a person is to read and comment on Markdown files, a patch or the changes in git. Answers the address of the page, the id of the review (session) and whether it ran already; with the same inputs it always finds the same review. Tell the person the url, then call review_wait.',
    fields: {
      file: 'Markdown or patch files',
      diff: 'Arguments of git diff, such as ["main...HEAD", "--", "src"]; an empty list is what is staged',
      unstaged: 'Review what is not staged yet',
      untracked: 'Add files that git does not know yet',
      verdict_options: 'Ask for a verdict at the end: id[:label][:style][!] joined by |',
      verdict_prompt: 'What stands above the verdict',
      fresh: 'Begin anew in place of going on with an unfinished review of the same inputs',
      open_browser: 'Whether a browser is opened (true)',
    },
  },
  'review-state': {
    guide:
      'Use it to get an overview, or to recover after your memory was shortened; to hear what is new, review_wait is cheaper. Answers files, threads with their delivery, replies, takes and resolutions by thread, and the verdict once there is one.',
  },
  'review-thread': {
    guide:
      'Use it to ask or point out something yourself; to answer a person, use review_take. Blocks are counted from 1 in the order of the page; snippet is their text, by which a shifted place is found. Answers the id of the thread; the person’s reply comes with review_wait.',
    fields: {
      snippet: 'Text of the first block, to find the place again when blocks have moved',
      source_version:
        'Version of the source that the place was read from; refused when there is a newer one',
    },
  },
  'review-take': {
    guide:
      'Use it once for each remark that review_wait has told you, and again when a person replies. Answers the id of the take. Leave the thread open: the person closes it. Afterwards wait again.',
  },
  'review-resolve': {
    guide:
      'Use it only for threads that you opened yourself with review_thread. Refused with not_initiator for others.',
    fields: { decision: 'What was decided, in words; it becomes part of the transcript' },
  },
  'review-source': {
    guide:
      'Use it after you have changed the reviewed document, so that the page shows the new text and every thread finds its place. With reanchor "auto" places are found by themselves; thread_anchors say where you know better. Answers where each thread stands now and which are orphaned.',
    fields: {
      markdown: 'The whole new text of the file',
      thread_anchors: 'Where threads stand in the new text, or that they are orphaned',
      reanchor: '"auto" finds the places that thread_anchors does not give',
    },
  },
  'review-wait': {
    guide:
      'Use it in a loop after review_open: it blocks until a person has done something, or until the timeout. Answers events, each with kind, at and payload, and a cursor: give it as since next time, so that nothing is lost or told twice. Your own takes never appear. status is running, finished (the verdict is in session.done; stop waiting), stopped (the page is gone; open the review again) or interrupted.',
    fields: {
      since: 'The cursor of the call before; without it, from the beginning of the session',
      timeout: 'Seconds to wait at most (55); choose less than your host’s limit for a call',
    },
  },
  'ledger-apply': {
    guide:
      'Records questions, answers, gaps and summaries. Answers a receipt with the new revision; give that as if_revision next time. After revision_conflict read current and send a new batch; after a broken connection send the same batch again, which is never applied twice.',
    fields: { input: 'The batch' },
  },
  'ledger-current': {
    guide:
      'Use it first, and after your memory was shortened. Answers state, revision, pending questions and what was recorded last, or discussion: null when the context is bound to none.',
    fields: {
      id: 'Id of the discussion; without it, current reads the one bound to the context',
      context: 'Context token that the host has stated, such as ctx-v1-…; refused without it',
    },
  },
  'ledger-show': {
    guide: 'Answers the head and a page of items by id; item_order has them in asking order.',
  },
  'ledger-item': { guide: 'Answers the item with its revision.' },
  'ledger-history': { guide: 'Answers a page of batches, each as it was sent.' },
  'ledger-export': { guide: 'Answers an archive that `discuss ledger import` takes.' },
  'ledger-list': { guide: 'Answers a page of discussions with title, state and revision.' },
  'inline-query': {
    guide:
      'Use it before anything else in a file with discussions: replies and edits name a thread by what it tells. Answers threads with id, place, comments, status and whose turn it is. With check_ready it says whether all is settled.',
    fields: {
      file: 'The Markdown file, or several, or folders',
      path: 'The same as file, as a list',
    },
  },
  'inline-start': {
    guide:
      'Use it to ask or remark something at a place of a Markdown file. Writes the remark below the block. Answers the thread’s id and line, and the hash of the file.',
    fields: { message: 'What is said, in Markdown' },
  },
  'inline-reply': {
    guide:
      'Use it to answer in a thread that inline_query has shown. Name the thread by thread_id, or by anchor and root as inline_query told them when the file may have changed. Answers the line that was written.',
  },
  'inline-edit': {
    guide:
      'Use it to correct a comment of your own; it replaces the whole comment. Name the thread as for inline_reply and the comment by its index or depth.',
    fields: { message: 'The whole new comment, in Markdown' },
  },
  'inline-set-status': {
    guide:
      'Use it when the one who opened a thread is satisfied, or to open it again. Only its initiator resolves a thread: not_initiator otherwise.',
  },
  'bundle-new': {
    guide:
      'Use it when a discussion with the user begins that is to be kept as files. Answers the root, which later calls name, and binds the context to it. Next: bundle_context for goal and scope, then bundle_ask.',
    fields: { topic: 'What the discussion is about; it becomes part of the folder’s name' },
  },
  'bundle-resume': {
    guide:
      'Use it in a new session, or after your memory was shortened, with the path that the user or the checkpoint names. Answers snapshot, checkpoint, drift of the work tree and the files to read before anything else.',
  },
  'bundle-status': {
    guide:
      'Answers mode, goal, decisions, open items, the pending question and the next step; writes nothing.',
  },
  'bundle-next': {
    guide: 'Answers the one question to ask now, or the next safe action; writes nothing.',
  },
  'bundle-ask': {
    guide:
      'Use it to record a question before you put it; request_user_input with bundle_question puts it. Answers its id; stop until it is answered.',
    fields: {
      prompt: 'What is asked',
      options: 'Two or three; a recommended one first',
      material: 'Whether the work waits for the answer (true)',
      default: 'What is taken without an answer; only where material is false',
    },
  },
  'bundle-answer': {
    guide:
      'Use it at once when the user has answered, before anything else. words is the reply to the letter; a number chooses an option. Answers what was recorded; next: bundle_decide where it decides something.',
    fields: { via: 'How it came (typed)' },
  },
  'bundle-decide': {
    guide:
      'Records what the user has agreed to; from or words prove the consent. Answers its id (D001).',
    fields: { text: 'The decision' },
  },
  'bundle-assume': {
    guide: 'Records what you take for granted and the user has not said. Answers its id (A001).',
    fields: { text: 'The assumption' },
  },
  'bundle-require': { guide: 'Records what the result has to fulfil. Answers its id (R001).' },
  'bundle-evidence': { guide: 'Records what was observed. Answers its id.' },
  'bundle-source': { guide: 'Records a claim with its source, so that it can be looked at again.' },
  'bundle-context': {
    guide:
      'Fills a section of the record; before leaving, every section has to say something, None included.',
  },
  'bundle-action-start': {
    guide: 'Use it before you change anything: from or words name the user’s authorisation.',
  },
  'bundle-action-finish': { guide: 'Use it as soon as the action has ended, however it ended.' },
  'bundle-handoff': {
    guide:
      'Writes what the next session works by: the plan, how it is verified, and its phases in waves.',
    fields: {
      part: 'plan, verification or phase',
      text: 'Markdown',
      title: 'Of a phase',
      depends_on: 'Of a phase: ids of the phases before it',
    },
  },
  'bundle-checkpoint': {
    guide:
      'Use it before your memory is shortened and at the end of a step, so that a new session can go on.',
  },
  'bundle-can-exit': {
    guide:
      'Answers the blockers, each with rule, ids and next step; writes nothing. Next: bundle_exit once there are none.',
  },
  'bundle-exit': {
    guide:
      'Use it when the user has chosen to plan or to execute; words are theirs. Refused with the blockers while there are any.',
    fields: { target: 'plan or execute' },
  },
  'bundle-pause': {
    guide: 'Use it when the user interrupts the discussion; bundle_resume goes on.',
  },
  'bundle-validate': {
    guide: 'Answers every finding with rule, ids, file and next step; writes nothing.',
  },
  'bundle-doctor': {
    guide:
      'Use it after interrupted_write or when a bundle does not validate. Without repair it only tells.',
  },
  'question-ask': {
    guide:
      'Answers status answered with the answer; declined, cancelled and timed_out are no answers. unavailable and pending: stop, do not repeat the question in prose; question_answer takes what the user says later.',
  },
  'question-answer': {
    guide: 'Use it when the user has answered outside of the dialog, such as in the chat.',
  },
  'question-pending': { guide: 'Answers the questions that wait for the user, the oldest first.' },
};
