import { describe, expect, it } from 'vitest';
import type { EventKind } from './events.ts';
import { eventMessages } from './stream-message.ts';
import { isPageOnly, type StreamKind } from './stream-payloads.ts';
import { upcast } from './upcast.ts';

const stored = (kind: string) => ({ kind, position: 1, v: 1, at: '', data: {} });

describe('the kinds of events', () => {
  it('does not compile when a record over them leaves one out', () => {
    const { 'file.viewed': _event, ...messages } = eventMessages;
    const { 'file.viewed': _message, ...audiences } = isPageOnly;
    // @ts-expect-error every kind of event is named
    messages satisfies Record<EventKind, unknown>;
    // @ts-expect-error every kind of message is named
    audiences satisfies Record<StreamKind, boolean>;
    expect([messages, audiences].map((record) => 'file.viewed' in record)).toEqual([false, false]);
  });

  it.each(Object.keys(eventMessages))('reads %s from a store', (kind) => {
    expect(upcast(stored(kind))).toMatchObject({ kind });
  });

  it.each(['thread.painted', 'toString'])('takes %s for that of a newer program', (kind) => {
    expect(() => upcast(stored(kind))).toThrow('newer discuss');
  });
});
