import type { Unit } from './cases.ts';
import type { Verdict } from './judge.ts';
import type { Kind } from './track-lines.ts';

/** What is counted together. */
export interface Group {
  readonly method: string;
  readonly unit: Unit;
  readonly jump: number;
  readonly kind: Kind;
}

/** Weighted counts of verdicts; `silent` are the wrong and attached ones that no person is asked to confirm. */
export interface Counts {
  readonly all: number;
  readonly correct: number;
  readonly wrong: number;
  readonly missed: number;
  readonly attached: number;
  readonly silent: number;
}

const nothing: Counts = { all: 0, correct: 0, wrong: 0, missed: 0, attached: 0, silent: 0 };

/** Counts verdicts by group. */
export class Tally {
  readonly #groups = new Map<string, { group: Group; countOf: Counts }>();

  add(group: Group, verdict: Verdict, { weight, silent }: { weight: number; silent: boolean }) {
    const key = Object.values(group).join('|');
    const { countOf } = this.#groups.get(key) ?? { countOf: nothing };
    const isFault = verdict === 'wrong' || verdict === 'attached';
    const next = {
      ...countOf,
      all: countOf.all + weight,
      [verdict]: countOf[verdict] + weight,
      silent: countOf.silent + (silent && isFault ? weight : 0),
    };
    this.#groups.set(key, { group, countOf: next });
  }

  /** The sum of all groups that agree with a part of a group. */
  sum(wanted: Partial<Group>, isWanted: (group: Group) => boolean = () => true): Counts {
    const wantedEntries = Object.entries(wanted);
    let sum = nothing;
    for (const { group, countOf } of this.#groups.values()) {
      const entries: Record<string, unknown> = { ...group };
      if (!wantedEntries.every(([name, value]) => entries[name] === value)) continue;
      if (isWanted(group)) sum = add(sum, countOf);
    }
    return sum;
  }
}

function add(one: Counts, other: Counts): Counts {
  return {
    all: one.all + other.all,
    correct: one.correct + other.correct,
    wrong: one.wrong + other.wrong,
    missed: one.missed + other.missed,
    attached: one.attached + other.attached,
    silent: one.silent + other.silent,
  };
}

/** What one fault costs: a lost place is seen and mended, a wrong one misleads. */
const price = { wrong: 10, attached: 10, missed: 1 } as const;

/** The price of all faults, for a thousand anchors. */
export function costOf({ all, wrong, attached, missed }: Counts): number {
  const total = price.wrong * wrong + price.attached * attached + price.missed * missed;
  return (1000 * total) / Math.max(1, all);
}
