/** How a reviewed file is read. */
export type FileKind = 'markdown' | 'diff' | 'code';
