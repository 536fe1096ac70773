const paths = {
  find: 'M11.2 11.2 14.5 14.5M7 12.2A5.2 5.2 0 1 0 7 1.8a5.2 5.2 0 0 0 0 10.4Z',
  system: 'M8 1.8a6.2 6.2 0 1 0 0 12.4V1.8ZM8 1.8a6.2 6.2 0 0 1 0 12.4',
  light:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M3 13l1.2-1.2M11.8 4.2 13 3',
  dark: 'M13.6 9.6A6 6 0 0 1 6.4 2.4a6 6 0 1 0 7.2 7.2Z',
  help: 'M5.6 5.8a2.4 2.4 0 1 1 3.7 2c-.8.5-1.3 1-1.3 2M8 12.4v.2',
  menu: 'M2 4h12M2 8h12M2 12h8',
  plus: 'M8 3v10M3 8h10',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  reply: 'M6.5 4 2.5 8l4 4M2.8 8h6.7a4 4 0 0 1 4 4',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4M6.7 6.8v4M9.3 6.8v4',
  up: 'M8 13V3.5M3.8 7.5 8 3.3l4.2 4.2',
  down: 'M8 3v9.5M3.8 8.5 8 12.7l4.2-4.2',
  comment: 'M2 3.2h12v8H7.2L4.2 14v-2.8H2Z',
  question:
    'M6 6a2 2 0 1 1 3 1.8c-.7.4-1 .8-1 1.6M8 11.4v.2M8 14.6A6.6 6.6 0 1 0 8 1.4a6.6 6.6 0 0 0 0 13.2Z',
  suggestion: 'M10.8 2.6l2.6 2.6L5.6 13H3v-2.6ZM9 4.4 11.6 7',
  change: 'M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13',
  history: 'M2.2 8a5.8 5.8 0 1 0 1.9-4.3M2 2.2v2.9h2.9M8 4.8V8l2.3 1.6',
  chevron: 'M4.5 6.2 8 9.8l3.5-3.6',
  file: 'M4 1.8h5L12.5 5v9.2H4ZM9 1.8V5h3.5',
  copy: 'M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8Z',
  pin: 'M8 14.5s4.6-4.3 4.6-7.9a4.6 4.6 0 1 0-9.2 0c0 3.6 4.6 7.9 4.6 7.9ZM8 8.4a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z',
} as const;

/** The name of a drawing. */
export type IconName = keyof typeof paths;

/** A small line drawing beside or instead of words; the words are the control's name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** The mark of an agent. */
export function Spark() {
  return (
    <svg class="spark" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path d="M8 1.2c.5 3.9 1.9 5.6 6.8 6.8-4.9 1.2-6.3 2.9-6.8 6.8-.5-3.9-1.9-5.6-6.8-6.8C6.1 6.8 7.5 5.1 8 1.2Z" />
    </svg>
  );
}
