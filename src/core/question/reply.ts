import { foldLabel, type Question } from './question.ts';

/** Why a reply picks nothing. */
export type UnclearReason =
  | 'empty'
  | 'bare_other'
  | 'out_of_range'
  | 'several'
  | 'ambiguous'
  | 'asks_back'
  | 'bare_assent'
  | 'no_such_option';

/** What a person's reply says about the options of a question. */
export type Reply =
  | {
      readonly kind: 'choice';
      /** Number of the option in the saved order, from 1. */
      readonly number: number;
      readonly label: string;
      /** What the person added to the choice, such as `but only the parser`. */
      readonly qualification?: string;
    }
  | { readonly kind: 'other'; readonly words: string }
  | {
      readonly kind: 'unclear';
      readonly reason: UnclearReason;
      /** The one question to put to the person next. */
      readonly followUp: string;
    };

/** The part of a question that the mapping needs; `allowOther` is true when absent. */
export type Answerable = Pick<Question, 'options'> & { readonly allowOther?: boolean };

/**
 * Maps the text of a person to the options of a question by their saved order: `2` and the option's label pick,
 * `2, but …` picks with a qualification, other words are the free form. Nothing is picked by an empty reply, a bare
 * `Other` or `yes`, a number outside the order, several numbers, or a question in return.
 */
export function mapReply(question: Answerable, words: string): Reply {
  const reply = words.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  if (reply === '') return unclear(question, 'empty');
  const labelMatch = pickByLabel(question, reply);
  const numberMatch = pickByNumber(question, reply);
  if (labelMatch?.kind === 'choice' && numberMatch?.kind === 'choice') {
    return labelMatch.number === numberMatch.number ? numberMatch : unclear(question, 'ambiguous');
  }
  return labelMatch ?? numberMatch ?? freeForm(question, reply, words);
}

const politeness = /^(?:please|thanks|thank you|thx)?[.! ]*$/i;
const joiningWord =
  /^(?:but|with|without|and|only|if|except|unless|however|though|although|provided|plus|minus|as|because|since|for|then|yet|please|thanks|thank)\b/i;
const number = String.raw`(?:(?:option|choice|number|answer|no\.?|nr\.?)\s*)?[#(]?\s*(-?\d+)`;

function pickByNumber(question: Answerable, reply: string): Reply | undefined {
  const match = new RegExp(`^${number}(?![\\d.]*\\d)(.*)$`, 'iu').exec(reply);
  if (match === null) return undefined;
  const [, digits = '', tail = ''] = match;
  const chosen = question.options[Number(digits) - 1];
  const rest = textAfterNumber(tail) ?? repeatedLabel(tail, chosen?.label ?? '');
  if (rest === undefined) return undefined;
  if (new RegExp(`^(?:and|or|to|&|\\+|/)?\\s*${number}[.)!]*$`, 'iu').test(rest)) {
    return unclear(question, 'several');
  }
  if (/^\?+$/.test(rest)) return unclear(question, 'asks_back');
  if (chosen === undefined) return unclear(question, 'out_of_range');
  return choice(Number(digits), chosen.label, withoutLabel(rest, chosen.label));
}

/** Removes the option's own label behind its number (`2. Broader cleanup, but …`), which adds nothing. */
function withoutLabel(rest: string, label: string): string {
  const name = foldLabel(label);
  if (name === '' || !rest.toLowerCase().startsWith(name)) return rest;
  const tail = rest.slice(name.length);
  return /^(?:\s*\(recommended\))?[\s.!]*$/i.test(tail) ? '' : (textAfterLabel(tail) ?? rest);
}

/** The option's own name right behind its number, without a mark between them: `2 Broader cleanup`. */
function repeatedLabel(tail: string, label: string): string | undefined {
  const name = tail.trim();
  return /^\s/.test(tail) && withoutLabel(name, label) !== name ? name : undefined;
}

/** What follows the number, or undefined when the number is part of a sentence (`2 weeks is too long`). */
function textAfterNumber(tail: string): string | undefined {
  if (/^[\s).:!\]]*$/.test(tail)) return '';
  const separated = /^\s*[).\]]*\s*(?:[,;:!\-–—&+/]|[).\]](?=\s))\s*(.*)$/u.exec(tail);
  if (separated?.[1] !== undefined) return separated[1];
  const joined = tail.trim();
  if (/^\?+$/.test(joined)) return joined;
  return /^\s/.test(tail) && (joiningWord.test(joined) || /^or\s*\d/i.test(joined))
    ? joined
    : undefined;
}

function pickByLabel(question: Answerable, reply: string): Reply | undefined {
  const folded = foldLabel(reply);
  const whole = question.options.findIndex(({ label }) => foldLabel(label) === folded);
  const exact = question.options[whole];
  if (exact !== undefined) return choice(whole + 1, exact.label, '');
  const lower = reply.toLowerCase();
  const starting = question.options
    .map(({ label }, index) => ({ label, index, start: foldLabel(label) }))
    .filter(({ start }) => start !== '' && lower.startsWith(start))
    .sort((first, second) => second.start.length - first.start.length);
  for (const { label, index, start } of starting) {
    const words = textAfterLabel(reply.slice(start.length));
    if (words !== undefined) return choice(index + 1, label, words);
  }
  return undefined;
}

/** What is added behind the label of an option, set apart from it; undefined when it goes on as other words. */
function textAfterLabel(tail: string): string | undefined {
  const added = /^\s*[,;:–—]\s*(.+)$|^\s+-\s+(.+)$|^\s+(but\b.+)$/iu;
  const rest = added.exec(tail.replace(/^\s*\(recommended\)/i, ''));
  return rest?.[1] ?? rest?.[2] ?? rest?.[3];
}

function choice(position: number, label: string, rest: string): Reply {
  const qualification = rest.trim();
  return politeness.test(qualification)
    ? { kind: 'choice', number: position, label }
    : { kind: 'choice', number: position, label, qualification };
}

const assent =
  /^(?:y|yes|yeah|yep|yup|ok|okay|sure|fine|right|agreed|go|go ahead|do it|sounds good|looks good|lgtm|n|no|nope|nah)[.! ]*$/i;

function freeForm(question: Answerable, reply: string, words: string): Reply {
  if (/^(?:others?|none|none of (?:these|them|the above|those))\W*(?:specify\W*)?$/i.test(reply)) {
    return unclear(question, 'bare_other');
  }
  if (assent.test(reply)) return unclear(question, 'bare_assent');
  if (/\?$/.test(reply)) return unclear(question, 'asks_back');
  if (question.allowOther === false) return unclear(question, 'no_such_option');
  const otherPrefix = /^other\s*(?:[,;:]|[-–—](?=\s))\s*(\S.*)$/isu.exec(words.trim());
  return { kind: 'other', words: (otherPrefix?.[1] ?? words).trim() };
}

/** A reply that picks nothing, with the one question to put next. */
export function unclear(question: Answerable, reason: UnclearReason): Reply {
  return { kind: 'unclear', reason, followUp: followUp(question, reason) };
}

function followUp({ options, allowOther }: Answerable, reason: UnclearReason): string {
  const numbers = options.map((_, index) => index + 1);
  const choices = `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1) ?? ''}`;
  const orWords = allowOther === false ? '' : ', or what else do you want';
  switch (reason) {
    case 'empty':
      return `Which do you choose: ${choices}${orWords}?`;
    case 'bare_other':
      return 'What do you want instead of the options shown?';
    case 'out_of_range':
      return `There is no option with that number. Which do you choose: ${choices}${orWords}?`;
    case 'several':
      return `The options exclude each other. Which one do you choose: ${choices}?`;
    case 'ambiguous':
      return 'Your reply is the number of one option and the name of another. Which one do you mean?';
    case 'asks_back':
      return `Your reply asks something back. Once that is clear, which do you choose: ${choices}${orWords}?`;
    case 'bare_assent':
      return `Which option is that: ${choices}?`;
    case 'no_such_option':
      return `Only the options shown can be chosen. Which one: ${choices}?`;
  }
}
