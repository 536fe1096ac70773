import type MarkdownIt from 'markdown-it';

export type Parser = InstanceType<typeof MarkdownIt>;
export type Token = InstanceType<typeof MarkdownIt.Token>;
export type StateBlock = InstanceType<typeof MarkdownIt.StateBlock>;
export type StateInline = InstanceType<typeof MarkdownIt.StateInline>;
export type StateCore = InstanceType<typeof MarkdownIt.StateCore>;
export type BlockRule = (
  ...call: readonly [state: StateBlock, startLine: number, endLine: number, silent: boolean]
) => boolean;
export type InlineRule = (state: StateInline, silent: boolean) => boolean;
