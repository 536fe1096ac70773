import { FilesRail } from '../files-rail/files-rail.tsx';
import { Icon } from '../icons/icon.tsx';
import { Outline } from '../outline/outline.tsx';
import { usePage } from '../page.ts';
import { SinceRail } from '../rounds/since-rail.tsx';
import { cycleTheme, theme } from '../state/theme.ts';
import { Modal } from './modal.tsx';

/** The left rail: files, outline, and what changed since a round. Nothing at all for one short file. */
export function Rail() {
  const page = usePage();
  const files = page.review.state.value?.files.length ?? 0;
  const headings = page.fileViews.current.value?.outline.value.length ?? 0;
  const isPlain = files < 2 && headings < 2 && page.rounds.base.value === null;
  if (isPlain) return <span />;
  return (
    <div class="rail">
      <FilesRail />
      <Outline />
      <SinceRail />
    </div>
  );
}

/** The rail as a drawer, where there is no room for it beside the document. */
export function RailDrawer() {
  const { view } = usePage();
  if (view.overlay.value !== 'rail' || view.roomy.value) return null;
  return (
    <Modal label="Files and outline" class="drawer left">
      <FilesRail />
      <Outline />
      <SinceRail />
      <div class="drawer-foot">
        <button type="button" class="row" onClick={cycleTheme}>
          <Icon name={theme.value} /> Theme: {theme.value}
        </button>
      </div>
    </Modal>
  );
}
