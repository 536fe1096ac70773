import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  /** Its name, read out. */
  readonly label: string;
  readonly class?: string;
  /** Its tooltip; with `keys` and without a title, its name and the keys. */
  readonly title?: string;
  readonly keys?: string;
  readonly onClick: () => void;
}

/** A button that shows a drawing in place of words. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, class: look = 'small-icon', keys, onClick } = props;
  const { title = keys && `${label} (${keys})` } = props;
  return (
    <button
      type="button"
      class={look}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={title}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
