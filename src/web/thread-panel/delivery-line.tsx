import type { LinkState } from '../link/live-connection.ts';
import { usePage } from '../page.ts';
import type { PageMessage } from '../state/review-state.ts';

/** How far a person's message has come on its way to the agent. */
export function DeliveryLine({ message }: { readonly message: PageMessage }) {
  const { link, review } = usePage();
  if (message.pending) {
    return <p class="delivery">{pendingLabel(link.state.value)}</p>;
  }
  switch (message.delivery) {
    case 'answered':
      return (
        <p class="delivery">
          saved · delivered · <b>answered</b>
        </p>
      );
    case 'delivered':
      return (
        <p class="delivery">
          saved · <b>delivered to the agent</b>
        </p>
      );
    default: {
      const listening = review.state.value?.review.agentListening === true;
      return (
        <p class="delivery">
          saved · {listening ? 'waiting for the agent' : 'no agent is listening yet'}
        </p>
      );
    }
  }
}

function pendingLabel(state: LinkState): string {
  if (state === 'lost') return 'kept here · sent when the connection is back';
  return state === 'replaced' ? 'not sent · another review is here now' : 'sending…';
}
