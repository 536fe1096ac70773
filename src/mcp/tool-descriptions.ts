import { actions } from '../actions/index.ts';
import { describeTools } from './describe-tools.ts';
import type { ToolDescription } from './tool.ts';

/** What clients read of the tools. The build keeps its answer in place of this file, so that a start computes nothing. */
export const toolDescriptions = (): Promise<readonly ToolDescription[]> => describeTools(actions);
