/** How long a ticket is good, in milliseconds. */
const ticketMs = 30_000;

/** A path that cannot be guessed, below which a server has everything, and how a browser of the user's gets there. */
export interface PrivatePath {
  /** Such as `/k3j9…`. */
  readonly prefix: string;
  /** A path that leads there once, within 30 seconds: what other users see of the browser's start is worth nothing. */
  issueTicket(): string;
  /** Whether a ticket is good, which it is not again. */
  redeem(ticket: string): boolean;
}

/** Where tickets are redeemed; the ticket follows. */
export const ticketPath = '/open/';

/** Makes a private path; `key` makes what cannot be guessed, `now` is a clock in milliseconds that only goes on. */
export function privatePath(key: () => string, now: () => number): PrivatePath {
  const issued = new Map<string, number>();
  return {
    prefix: `/${key()}`,
    issueTicket() {
      const ticket = key();
      issued.set(ticket, now());
      return ticketPath + ticket;
    },
    redeem(ticket) {
      const issuedAt = issued.get(ticket);
      issued.delete(ticket);
      return issuedAt !== undefined && now() - issuedAt <= ticketMs;
    },
  };
}
