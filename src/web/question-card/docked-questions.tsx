import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Spark } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import { usePage } from '../page.ts';
import { openQuestion } from './open-question.ts';
import { askerOf } from './question-head.tsx';
import { QuestionQueue } from './question-queue.tsx';

/**
 * The questions on top of the margin. Once that is scrolled away, a line below the bar says that one waits, and opens
 * the card there; the text beside it never moves.
 */
export function DockedQuestions() {
  const { current, outcome } = usePage().questions;
  return current.value === null && outcome.value === null ? null : <Dock />;
}

function Dock() {
  const { questions, texts } = usePage();
  const slot = useRef<HTMLDivElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  const isAway = useSignal(false);
  const { isOpen } = questions;
  useEffect(() => followSlot(slot.current, dock.current, isAway), [isAway]);
  useEffect(() => {
    // Where somebody is at work, nothing closes by itself.
    isOpen.value = isAway.value && (dock.current?.contains(document.activeElement) ?? false);
  }, [isAway.value]);
  const question = questions.current.value;
  const isFolded = isAway.value && !isOpen.value;
  return (
    <div ref={slot} class="question-place">
      <div ref={dock} class={`question-dock ${isAway.value ? 'away' : ''}`}>
        {isFolded && question !== null && (
          <button type="button" class="question-line" onClick={() => openQuestion(questions)}>
            <Spark /> <b>{askerOf(question)}</b> asks: {question.header}
            <span class="plain">Answer</span>
          </button>
        )}
        {isAway.value && !isFolded && (
          <IconButton
            icon="up"
            label="Fold the question"
            class="small-icon dock-close"
            onClick={() => (isOpen.value = false)}
          />
        )}
        <div class="dock-body" hidden={isFolded}>
          <QuestionQueue store={questions} texts={texts} />
        </div>
      </div>
    </div>
  );
}

/** Notes whether the place is scrolled away above, and keeps its width and height for the card that has left it. */
function followSlot(
  slot: HTMLElement | null,
  dock: HTMLElement | null,
  isAway: { value: boolean; peek(): boolean },
): (() => void) | undefined {
  if (slot === null || dock === null) return undefined;
  const sizes = new ResizeObserver(() => {
    const { left, width } = slot.getBoundingClientRect();
    dock.style.setProperty('--dock-left', `${left}px`);
    dock.style.setProperty('--dock-width', `${width}px`);
    if (!isAway.peek()) slot.style.setProperty('--dock-height', `${dock.offsetHeight}px`);
  });
  sizes.observe(slot);
  sizes.observe(dock);
  sizes.observe(document.documentElement);
  const sight = new IntersectionObserver(
    ([seen]) => {
      if (seen === undefined) return;
      const top = seen.rootBounds?.top ?? 0;
      isAway.value = !seen.isIntersecting && seen.boundingClientRect.top < top;
    },
    { rootMargin: '-52px 0px 0px 0px' },
  );
  sight.observe(slot);
  return () => {
    sizes.disconnect();
    sight.disconnect();
  };
}
