import type { ApiClient } from './api-client.ts';
import type { LiveLink } from './live-link.ts';

const beatEvery = 20_000;
const signs = ['pointermove', 'keydown', 'scroll', 'touchstart'] as const;

/** Tells the server now and then that somebody is reading, as long as somebody is; silence makes the link doubtful. */
export function startHeartbeat(api: ApiClient, link: LiveLink): void {
  let active = true;
  for (const sign of signs) {
    window.addEventListener(
      sign,
      () => {
        active = true;
      },
      { passive: true, capture: true },
    );
  }
  setInterval(async () => {
    if (!active || document.hidden || link.state.peek() !== 'live') return;
    active = false;
    const response = await api.send({ method: 'POST', path: 'api/heartbeat', body: {} });
    if (!response.ok && response.failure.kind === 'unreachable') link.doubt();
  }, beatEvery);
}
