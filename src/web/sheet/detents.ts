/** How far a sheet is drawn up. */
export type Detent = 'half' | 'full';

/** A drag that has ended: pixels downwards, pixels a millisecond, and the height of the screen. */
export interface Drag {
  readonly distance: number;
  readonly speed: number;
  readonly height: number;
}

const flick = 0.5;
const share = 0.14;

/** Where a sheet rests after a drag: a flick or a long pull goes one step further, a short one springs back. */
export function nextDetent(from: Detent, { distance, speed, height }: Drag): Detent | 'closed' {
  const isFar = Math.abs(distance) > height * share;
  const isFlick = Math.abs(speed) > flick && Math.abs(distance) > 12;
  if (!isFar && !isFlick) return from;
  if (distance < 0) return 'full';
  const skipsHalf = distance > height * 0.5;
  return from === 'full' && !skipsHalf ? 'half' : 'closed';
}
