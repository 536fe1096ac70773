import { shortened } from '../../core/text/whole-characters.ts';
import { ReplyBox } from '../composer/reply-box.tsx';
import { Icon, Spark } from '../icons/icon.tsx';
import { speakerName } from '../labels/speaker.ts';
import { anchorLabel } from '../labels/thread-title.ts';
import { usePage } from '../page.ts';
import { RoundTag } from '../rounds/round-tag.tsx';
import { TextChanged } from '../rounds/text-changed.tsx';
import { isOpen, needsYou, type PageMessage, type PageThread } from '../state/review-state.ts';
import { MessageView } from './message-view.tsx';
import { ResolvedLine } from './resolved-line.tsx';
import { activate, toggleResolved } from './thread-commands.ts';
import { ThreadMenu } from './thread-menu.tsx';
import { ThreadProblem } from './thread-problem.tsx';

/** A thread beside its text: its first lines while it is not active, all of it while it is. */
export function ThreadCard({ thread }: { readonly thread: PageThread }) {
  const page = usePage();
  const { view } = page;
  const active = view.active.value === thread.id;
  if (!active && !isOpen(thread)) return <ResolvedLine thread={thread} />;
  const label = shortened(anchorLabel(thread.anchor), 80);
  const state = !isOpen(thread) ? 'resolved' : needsYou(thread) ? 'open, needs you' : 'open';
  const count = `${thread.messages.length} ${thread.messages.length === 1 ? 'message' : 'messages'}`;
  return (
    <article
      id={`card-${thread.id}`}
      class={`card ${active ? 'active' : 'inactive'} ${isOpen(thread) ? '' : 'done'}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: threads are reached with n and p, and with Tab
      tabIndex={0}
      aria-label={`Thread on ${label}: ${state}, ${count}`}
      aria-current={active ? 'true' : undefined}
      onClick={(event) => {
        if (!active && !isControl(event.target)) activate(page, thread.id);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        activate(page, active ? null : thread.id);
      }}
    >
      <div class="quote">
        <q>{label}</q>
        <RoundTag thread={thread} />
        {active && <ThreadMenu thread={thread} />}
      </div>
      <MovedNotice thread={thread} />
      <TextChanged thread={thread} short={!active} />
      {active ? (
        thread.messages.map((message) => (
          <MessageView key={message.id} thread={thread} message={message} />
        ))
      ) : (
        <Summary thread={thread} />
      )}
      <WriteBackNotice thread={thread} />
      <ThreadProblem thread={thread} />
      {active && <ThreadFoot thread={thread} />}
    </article>
  );
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a[href], textarea, input') !== null;
}

/** What an inactive card shows: the opening, how much follows, and what was said last if it asks for an answer. */
function Summary({ thread }: { readonly thread: PageThread }) {
  const { review } = usePage();
  const opening = thread.messages[0];
  const last = thread.messages.at(-1);
  const followups = thread.messages.length - 1;
  const name = last && speakerName(last, review.state.value?.review.reviewerName);
  return (
    <>
      {opening && <MessageView thread={thread} message={opening} short />}
      {followups > 0 && last && (
        <p class={`more ${last.author.kind === 'agent' ? 'take' : ''}`}>
          {last.author.kind === 'agent' && <Spark />}
          <span>
            {followups} {followups === 1 ? kindOf(last) : 'answers'}
            {followups > 1 && ', the last'} by <b>{name}</b>
          </span>
        </p>
      )}
    </>
  );
}

function kindOf(message: PageMessage): string {
  return message.role === 'take' ? 'take' : 'reply';
}

/** Says of a thread that not all of it stands in the file, and why. */
function WriteBackNotice({ thread }: { readonly thread: PageThread }) {
  const { writeBack, writeBackReason } = thread;
  if (writeBack === undefined) return null;
  const head = writeBack === 'none' ? 'Kept here, not in the file' : 'Not in the file yet';
  return <p class="quiet">{writeBackReason ? `${head}: ${writeBackReason}` : head}</p>;
}

/** Asks whether a thread whose text has changed still stands where it belongs. */
function MovedNotice({ thread }: { readonly thread: PageThread }) {
  const { review, view } = usePage();
  if (!thread.moved) return null;
  return (
    <div class="moved">
      <span>The text here has changed. Is this still the place?</span>
      <span class="moved-actions">
        <button
          type="button"
          onClick={() => review.submit({ kind: 'confirm-anchor', threadId: thread.id })}
        >
          Confirm
        </button>
        <button type="button" onClick={() => (view.reattaching.value = thread.id)}>
          Re-attach…
        </button>
      </span>
    </div>
  );
}

function ThreadFoot({ thread }: { readonly thread: PageThread }) {
  const page = usePage();
  if (page.review.state.value?.finished) return null;
  if (!isOpen(thread)) {
    const { decision } = thread.resolution ?? {};
    return (
      <div class="foot resolved">
        <Icon name="check" />
        <span class="decision">Resolved{decision ? `: ${decision}` : ''}</span>
        <button type="button" class="secondary" onClick={() => toggleResolved(page, thread.id)}>
          Reopen
        </button>
      </div>
    );
  }
  return <ReplyBox thread={thread} />;
}
