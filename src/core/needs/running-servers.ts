/** A server that shows a room. */
export interface RunningServer {
  /** Such as `review:<uuid>`. */
  readonly room: string;
  readonly url: string;
  readonly pid: number;
  /** The folder that it was started in, absolute. */
  readonly directory: string;
  readonly startedAt: string;
}

/** The register of running servers, in the user's store. */
export interface RunningServers {
  register(server: RunningServer): Promise<void>;
  unregister(room: string, pid: number): Promise<void>;
  /** All that are registered, newest first; one is alive only if its url answers with the room's name. */
  list(): Promise<readonly RunningServer[]>;
}
