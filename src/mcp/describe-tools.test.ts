import { describe, expect, it } from 'vitest';
import { actions } from '../actions/index.ts';
import { describeTools } from './describe-tools.ts';
import { actionsByTool } from './tool.ts';

const tools = await describeTools(actions);
const fieldsOf = (schema: object, key: string) => Object.entries(objectAt(objectAt(schema)[key]));
const objectAt = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;

describe('agents 2: the list of tools', () => {
  it('says for every tool when to use it, what it answers, and what every argument and field is', async () => {
    for (const { name, description, inputSchema, outputSchema } of tools) {
      expect(description.length, name).toBeGreaterThan(60);
      for (const { entry } of actionsByTool(actions).get(name) ?? [])
        expect((await entry.load()).guide, name).toEqual(expect.any(String));
      const choices = fieldsOf(outputSchema, 'anyOf').map(([, schema]) => objectAt(schema));
      for (const part of [inputSchema, outputSchema, ...choices]) {
        for (const [field, schema] of fieldsOf(part, 'properties'))
          expect(objectAt(schema)['description'], `${name} ${field}`).toEqual(expect.any(String));
      }
    }
  });

  it('leaves what is within the fields of an output to the reference', () => {
    const [outputSchema] = tools.flatMap(({ name, outputSchema }) =>
      name === 'bundle_next' ? [outputSchema] : [],
    );
    const next = objectAt(objectAt(outputSchema?.['properties'])['next']);
    expect(objectAt(objectAt(next['properties'])['text'])).toEqual({ type: 'string' });
  });

  it('has an object at the root of every schema, and no choice there for what is taken', () => {
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(inputSchema['type'], name).toBe('object');
      expect(outputSchema['type'], name).toBe('object');
      expect(inputSchema['additionalProperties'], name).toBe(false);
      for (const choice of ['oneOf', 'anyOf', 'allOf', '$ref'])
        expect(inputSchema, name).not.toHaveProperty(choice);
      expect(JSON.stringify([inputSchema, outputSchema]), name).not.toContain('"$ref"');
      const required = inputSchema['required'] as readonly string[];
      expect(Object.keys(objectAt(inputSchema['properties'])), name).toEqual(
        expect.arrayContaining([...required]),
      );
    }
  });

  it('gives a group the arguments and the answers of all its actions', () => {
    const group = tools.find(({ name }) => name === 'discussion');
    const properties = objectAt(group?.inputSchema['properties']);
    expect(objectAt(properties['id'])['description']).toMatch(
      /Needed for show, item, history, export\. Optional for current$/,
    );
    expect(group?.outputSchema['anyOf']).toHaveLength(7);
    expect(group?.description).toContain('\n\nitem (needs id, item): ');
  });

  it('is one tool under each of its names', () => {
    const [discussion, alias] = ['discussion', 'lwc_discussion'].map((wanted) =>
      tools.find(({ name }) => name === wanted),
    );
    expect(alias?.inputSchema).toEqual(discussion?.inputSchema);
    expect(alias?.outputSchema).toEqual(discussion?.outputSchema);
    expect(alias?.description).toContain('The same tool as discussion');
  });

  it('keeps every path that is given inside the project', () => {
    const isPath = (name: string) => ['file', 'path', 'root', 'plan_record'].includes(name);
    const parts = actionsByTool(actions);
    for (const { name, inputSchema } of tools) {
      const paths = Object.keys(objectAt(inputSchema['properties'])).filter(isPath);
      const kept = (parts.get(name) ?? []).flatMap(({ binding }) => binding.paths ?? []);
      expect(kept, name).toEqual(expect.arrayContaining(paths));
    }
  });
});
