import type MarkdownIt from 'markdown-it';

export type Parser = InstanceType<typeof MarkdownIt>;
export type Token = InstanceType<typeof MarkdownIt.Token>;
export type StateBlock = InstanceType<typeof MarkdownIt.StateBlock>;
export type StateInline = InstanceType<typeof MarkdownIt.StateInline>;
