/** Which bundle an agent's context works on. */
export interface BundleBinding {
  /** The token of the context, such as `ctx-v1-…`; opaque. */
  readonly context: string;
  /** The real path of the bundle's folder. */
  readonly root: string;
  readonly trackerId: string;
  /** When it was bound, in UTC. */
  readonly at: string;
}

/** The bundles that contexts are bound to, kept by the user and not by the project. */
export interface BundleBindings {
  /** Binds a context, in place of an earlier binding. */
  bind(binding: BundleBinding): Promise<void>;
  find(context: string): Promise<BundleBinding | undefined>;
  /** Every binding, the newest first. */
  list(): Promise<readonly BundleBinding[]>;
  /** Ends the binding of a context, if it has one. */
  release(context: string): Promise<void>;
}
