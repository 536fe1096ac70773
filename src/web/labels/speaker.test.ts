import { describe, expect, it } from 'vitest';
import { initials, speakerName } from './speaker.ts';

describe('who speaks', () => {
  it('is You where no name is known', () => {
    expect(speakerName({ author: { name: '', kind: 'person' } })).toBe('You');
    expect(speakerName({ author: { name: '', kind: 'person' } }, 'Ada')).toBe('Ada');
  });

  it('is the agent by its name', () => {
    expect(speakerName({ author: { name: 'planner', kind: 'agent' } }, 'Ada')).toBe('planner');
  });

  it.each([
    ['You', 'Y'],
    ['Ada Lovelace', 'AL'],
    ['jean-luc p.', 'JP'],
    ['', '?'],
    ['山田 太郎', '山太'],
  ])('%s is shown as %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});
