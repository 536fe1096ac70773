/** A server that shows a room. */
export interface RunningServer {
  /** Such as `review:<uuid>`. */
  readonly room: string;
  readonly url: string;
  readonly pid: number;
  /** The folder that it was started in, absolute. */
  readonly directory: string;
  readonly startedAt: string;
  /** Position in the room's log at which this run began: what follows happened while it ran. */
  readonly position: number;
}

/** The register of servers, in the user's store. */
export interface RunningServers {
  /**
   * Notes a server that has begun; whatever else was served at its url has ended. False, with nothing noted, when a
   * server of another process is registered for the room and has not ended by what is registered.
   */
  register(server: RunningServer): Promise<boolean>;
  /** Notes that a server has ended. */
  unregister(room: string, pid: number): Promise<void>;
  /** All that have not ended by what is registered, newest first; one is alive only if its url answers with the room's name. */
  list(): Promise<readonly RunningServer[]>;
  /** The server that was the last to run at a url, whether or not it has ended. */
  lastAt(url: string): Promise<RunningServer | undefined>;
  /** The server that was the last to run in a folder for a room of that kind, whether or not it has ended. */
  lastIn(directory: string, kind: string): Promise<RunningServer | undefined>;
}
