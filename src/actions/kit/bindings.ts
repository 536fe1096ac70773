/**
 * What each entry point needs to know of an action before it is loaded. Plain data: the command line, HTTP, MCP,
 * OpenAPI and the reference pages are derived from it.
 */
export interface Bindings {
  readonly cli?: CliBinding;
  readonly http?: HttpBinding;
  readonly mcp?: McpBinding;
}

/** An option of a command; its long name in kebab-case is the key it stands under. */
export interface CliOption {
  readonly type: 'boolean' | 'string' | 'integer' | 'number';
  /**
   * Field of the action's input that it fills, such as `verdict.feedback` for a field inside another; the option's
   * name in camelCase when absent.
   */
  readonly field?: string;
  /** May be given several times; the field is then an array. */
  readonly multiple?: boolean;
  /** Word shown for the value in help. */
  readonly value?: string;
  readonly summary: string;
  readonly required?: boolean;
  /** `-` reads standard input, `@file` a file, and the value is parsed as JSON, whose shape the action checks. */
  readonly reads?: 'json';
}

type OptionDetails = Omit<CliOption, 'type' | 'summary'>;

/** An option that is given or not. */
export const flagOption = (summary: string, details: OptionDetails = {}): CliOption => ({
  type: 'boolean',
  summary,
  ...details,
});

/** An option that holds a text. */
export const textOption = (summary: string, details: OptionDetails = {}): CliOption => ({
  type: 'string',
  summary,
  ...details,
});

/** A positional argument of a command. */
export interface CliPositional {
  readonly name: string;
  readonly field: string;
  readonly summary: string;
  readonly optional?: boolean;
  /** Takes all that is left; the field is then an array. */
  readonly rest?: boolean;
  /** `text`: `-` reads standard input. `json`: also `@file`, and the value is parsed as JSON. */
  readonly reads?: 'text' | 'json';
}

export interface CliBinding {
  /** The words that select the command, such as `['inline', 'query']`. */
  readonly command: readonly string[];
  readonly positionals?: readonly CliPositional[];
  readonly options?: Readonly<Record<string, CliOption>>;
  /** Further lines for the command's help. */
  readonly help?: string;
  /** Exit status by refusal code; anything else is 1. */
  readonly exitCodes?: Readonly<Record<string, number>>;
  /** Exit status of a command line that cannot be understood; 2 without it. */
  readonly usageExitCode?: number;
  /** How a refusal is told: one line of JSON, or words and the next step (the default). */
  readonly refusals?: 'json' | 'words';
  /** The one who acts is an agent: `--as NAME` adds its name, else DISCUSS_AGENT does, else it is "Agent". */
  readonly actor?: 'agent';
  /** Its question is put to the person at the terminal, where there is one. */
  readonly asksPerson?: true;
  /** Prints text on a terminal and JSON elsewhere; `--text` and `--json` say which. */
  readonly formats?: true;
  /** Exactly one of these options must be given. */
  readonly oneOf?: readonly string[];
  /** Left out of the list of commands; for older spellings. */
  readonly hidden?: boolean;
}

export interface HttpBinding {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the room, with `{name}` where a field of the input stands. */
  readonly path: string;
  /** The room whose server has the route; a review without it. */
  readonly room?: 'review' | 'ledger' | 'bundle';
  /** Whether a body must come. A GET has none. */
  readonly body?: 'required' | 'optional';
  /**
   * Codes of its refusals, beside those that every route has: for a foreign caller, a body that cannot be read, and
   * a server or store in trouble.
   */
  readonly refusals: readonly string[];
}

/** What a tool does to the world, as MCP says it. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** Hints of a tool that changes nothing. */
export const readsOnly: ToolHints = { readOnlyHint: true, openWorldHint: false };

/** Hints of a tool that adds, and destroys nothing. */
export const addsOnly: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

export interface McpBinding {
  readonly tool: string;
  readonly annotations: ToolHints;
  /** One tool with an `action` argument is a group; the value of `action` that selects this one. */
  readonly groupAction?: string;
  /** Other names under which the tool is offered. */
  readonly aliases?: readonly string[];
  /** `false` for a tool that touches neither files nor the store of a project; required without it. */
  readonly project?: false | 'optional';
  /** Fields of the input that are paths, which must stay inside the project. */
  readonly paths?: readonly string[];
  /** The tool's fields are those of the input in snake_case, as long options are written. */
  readonly snakeCase?: true;
  /** Fields of the input that the tool does not offer. */
  readonly leaveOut?: readonly string[];
}
