import { isBracketFormula, maxFormulaLines } from '../../document/bracket-formula.ts';
import { innermost, peekLine, restOfLine, type Scanner } from './scanner.ts';

/** Returns the line after a formula between `\[` and `\]` that begins at the cursor; they begin and end its lines. */
export function bracketMathEnd(scanner: Scanner, depth = scanner.stack.length): number | undefined {
  const { indent } = innermost(scanner, depth);
  const first = restOfLine(scanner).trimEnd();
  if (!first.startsWith('\\[') || scanner.column - indent >= 4) return undefined;
  if (first.length > 4 && first.endsWith('\\]'))
    return isBracketFormula(first.slice(2, -2)) ? scanner.line + 1 : undefined;
  const lines = [first.slice(2)];
  const last = Math.min(scanner.bounds.count, scanner.line + maxFormulaLines);
  for (let line = scanner.line + 1; line < last; line++) {
    const text = peekLine(scanner, { line, depth }, (matched) => {
      const rest = restOfLine(scanner).trimEnd();
      return matched === depth && rest !== '' && scanner.column >= indent ? rest : undefined;
    });
    if (text === undefined) return undefined;
    lines.push(text);
    if (text.endsWith('\\]'))
      return isBracketFormula(lines.join('\n').slice(0, -2)) ? line + 1 : undefined;
  }
  return undefined;
}
