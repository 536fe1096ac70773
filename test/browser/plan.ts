/** A plan with one of each kind of block that can be commented on. */
export const plan = `# Response cache

Most of our load is the same **two hundred** queries, says \`ranker.log\` and the [dashboard](https://example.com).

## Eviction

Entries live for five minutes. When memory runs short we drop the least recently used tenth.

- a hard limit of \`512 MiB\` per node
- no entry larger than 64 KiB
  - not even compressed
- a miss never waits

### Code

\`\`\`ts
export function put(key: string, value: Bytes) {
  if (value.length > MAX_ENTRY) return;
  shard(key).set(key, value);
}
\`\`\`

#### Table

| Step | Traffic |
| --- | --- |
| Shadow | 0 % |
| Canary | 5 % |

##### Picture

![The dashboard](picture.svg)

###### Formula

The share is $h = \\frac{a}{b}$ of all.

> Never slower than no cache.
`;

/** The picture that the plan shows. */
export const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="teal"/></svg>';
