import type { WireFile } from '../../core/review/wire.ts';
import { Icon } from '../icons/icon.tsx';
import { usePage } from '../page.ts';
import { countThreads } from '../state/review-state.ts';
import { showFile } from './file-commands.ts';

/** The reviewed files with their open threads and what has been viewed; nothing when there is but one. */
export function FilesRail() {
  const { review } = usePage();
  const files = review.state.value?.files ?? [];
  if (files.length < 2) return null;
  const viewed = files.filter((file) => file.viewed).length;
  return (
    <nav aria-label="Files">
      <h2>
        Files <span class="progress">{viewed > 0 && `${viewed} of ${files.length} viewed`}</span>
      </h2>
      <ul>
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </nav>
  );
}

function FileRow({ file }: { readonly file: WireFile }) {
  const page = usePage();
  const threads = [...(page.review.state.value?.threads.values() ?? [])];
  const { open } = countThreads(threads.filter((thread) => thread.anchor.fileId === file.id));
  const current = page.view.file.value === file.id;
  const problem = page.review.problems.value.get(`file:${file.id}`);
  return (
    <li>
      <button
        type="button"
        class={`row ${file.viewed ? 'viewed' : ''}`}
        aria-current={current ? 'page' : undefined}
        title={file.path}
        onClick={() => {
          showFile(page, file.id);
          if (page.view.overlay.value === 'rail') page.view.overlay.value = 'none';
        }}
      >
        <span class="name">{shortPath(file.path)}</span>
        {file.viewed && (
          <span class="tick">
            <Icon name="check" /> viewed
          </span>
        )}
        {open > 0 && (
          <span class="count">
            {open}
            <span class="sr-only"> open</span>
          </span>
        )}
      </button>
      {problem && <p class="problem">{problem.message}</p>}
    </li>
  );
}

/** The last two parts of a path. */
function shortPath(path: string): string {
  return path.split('/').slice(-2).join('/');
}
