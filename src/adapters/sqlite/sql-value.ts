/** A value that SQLite keeps as it is. Integers beyond 2^53 never occur in our tables. */
export type SqlValue = string | number | null | Uint8Array;
/** A row as read: column name to value. */
export type SqlRow = Readonly<Record<string, SqlValue>>;
