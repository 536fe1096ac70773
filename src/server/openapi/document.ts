import { version } from '../../../package.json';
import type { ActionEntry, Room } from '../../actions/kit/action.ts';
import { type JsonSchema, jsonSchema } from '../../actions/kit/json-schema.ts';
import * as z from '../../actions/kit/zod-subset.ts';
import {
  type ReviewEventSchemas,
  reviewEventSchemas,
} from '../../actions/review/shared/review-event-schemas.ts';
import { reviewSchemas } from '../../actions/review/shared/review-schemas.ts';
import { operation } from './operation.ts';
import { bundleRoutes, ledgerRoutes, reviewRoutes, roomRoutes } from './plain-routes.ts';
import { nameShapes, type References } from './references.ts';
import { errorSchema, namedResponses } from './responses.ts';

/** What the document describes. */
export interface OpenApiSettings {
  readonly actions: readonly ActionEntry[];
  /** Path under which the routes stand; empty for the root. */
  readonly prefix: string;
  /** What kind of room the server shows. */
  readonly room: Room['kind'];
}

/** The OpenAPI 3.1 document of a room's server, made from the list of actions and their schemas. */
export async function openApiDocument(settings: OpenApiSettings): Promise<JsonSchema> {
  const { prefix, room } = settings;
  const isReview = room === 'review';
  const events = reviewEventSchemas(z);
  const references = nameShapes({
    ...(isReview ? { ...sharedShapes(), ...eventShapes(events) } : {}),
    Error: errorSchema,
  });
  const paths = {
    ...(await actionPaths(settings, references)),
    ...(isReview ? reviewRoutes() : {}),
    ...(room === 'ledger' ? ledgerRoutes : {}),
    ...(room === 'bundle' ? bundleRoutes : {}),
    ...roomRoutes,
  };
  return {
    openapi: '3.1.1',
    info: { title: titles[room], version, description, license },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    ...(isReview ? { tags: reviewTags } : {}),
    paths,
    components: { schemas: references.schemas, responses: namedResponses(paths) },
  };
}

const titles: Readonly<Record<Room['kind'], string>> = {
  review: 'discuss: a review of Markdown files and diffs by a person and coding agents',
  ledger: 'discuss: a ledger of questions, answers and conclusions',
  bundle: 'discuss: the record of a discussion that ends in a plan or in work',
};

const description =
  "Served on loopback alone. A request with an `Origin` other than the server's own, or with a `Host` that is no loopback name, is refused. Bodies are JSON of at most 16 MiB.";

const license = { name: 'MIT', identifier: 'MIT' };

const reviewTags = [
  { name: 'review', description: 'The review as a whole' },
  { name: 'files', description: 'The files under review' },
  { name: 'threads', description: 'Threads, and what is said in them' },
  { name: 'drafts', description: 'What is being written' },
  { name: 'rounds', description: 'Earlier versions, and the threads of their reviews' },
];

async function actionPaths(
  { actions, room }: OpenApiSettings,
  references: References,
): Promise<Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const entry of actions) {
    const binding = entry.bindings.http;
    if (binding === undefined || (binding.room ?? 'review') !== room) continue;
    const methods = paths[binding.path] ?? {};
    methods[binding.method.toLowerCase()] = await operation(entry, binding, { z, references });
    paths[binding.path] = methods;
  }
  return paths;
}

function sharedShapes(): Record<string, JsonSchema> {
  const { author, lineRange, quote, range, intent, message, thread, draft, resolution, file } =
    reviewSchemas(z);
  const { verdict, ok } = reviewSchemas(z);
  const shapes = {
    Author: author,
    LineRange: lineRange,
    Quote: quote,
    TextRange: range,
    Intent: intent,
    Resolution: resolution,
    File: file,
    Verdict: verdict,
    Message: message,
    Thread: thread,
    Draft: draft,
    Ok: ok,
  };
  return Object.fromEntries(
    Object.entries(shapes).map(([name, schema]) => [name, jsonSchema(z, schema)]),
  );
}

/** Payloads under the names of their events; one that is a shared shape is a reference to it. */
function eventShapes(events: ReviewEventSchemas): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(events).map(([kind, schema]) => [kind, jsonSchema(z, schema)]),
  );
}
