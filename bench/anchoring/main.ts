import { loadHistories } from './histories.ts';

for (const h of loadHistories('.cache/anchoring')) {
  let d = 1;
  for (let i = 1; i < h.versions.length; i++)
    if (h.versions[i]!.text !== h.versions[i - 1]!.text) d++;
  console.log(d, h.versions.length, h.id);
}
