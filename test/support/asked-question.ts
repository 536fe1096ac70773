import type { HostQuestion } from '../../src/core/question/host-question.ts';

/** A question that an agent has put to the person and that waits; what `more` says wins. */
export function askedHostQuestion(more: Partial<HostQuestion> = {}): HostQuestion {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    question: {
      header: 'Scope',
      prompt: 'Which fix?',
      options: [
        { label: 'Minimal', description: 'One file.' },
        { label: 'Broad', description: 'Ten files.' },
      ],
      recommended: true,
    },
    allowOther: true,
    blocking: true,
    asker: 'host',
    askedAt: '2026-11-30T10:00:00.000Z',
    status: 'pending',
    ...more,
  };
}
