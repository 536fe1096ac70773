import { type Signal, signal } from '@preact/signals';

/** The reader's choice of colours. */
export type Theme = 'system' | 'light' | 'dark';

/** The choice, remembered in this browser. The theme script applies it before the first paint. */
export const theme: Signal<Theme> = signal(readTheme());

const order: readonly Theme[] = ['system', 'light', 'dark'];
const storageKey = 'discuss:theme';
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Goes on to the next choice. */
export function cycleTheme(): void {
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length] ?? 'system';
  try {
    localStorage.setItem(storageKey, theme.value);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  applyTheme();
}

/** Whether dark colours show now. */
export function isDark(): boolean {
  return theme.value === 'dark' || (theme.value === 'system' && prefersDark.matches);
}

/** Follows the system for as long as the page is open. */
export function followSystemTheme(): void {
  prefersDark.addEventListener('change', applyTheme);
}

/** Counts the changes of the shown colours, for drawings that must be made anew. */
export const themeVersion: Signal<number> = signal(0);

function applyTheme(): void {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
  themeVersion.value++;
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem('discuss:theme');
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
