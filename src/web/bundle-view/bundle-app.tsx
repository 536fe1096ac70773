import { Problem } from '../labels/problem.tsx';
import { Time } from '../labels/time.tsx';
import { QuestionQueue } from '../question-card/question-queue.tsx';
import { RoomBar } from '../room-frame/room-bar.tsx';
import { useBundlePage } from './bundle-page.ts';
import { folderOf, type RecordView, titleOf } from './record.ts';
import { RecordEntries } from './record-entries.tsx';
import { RecordFiles } from './record-files.tsx';

/** A record: where it stands, the question that waits, what was settled, and its files. */
export function BundleApp() {
  const { view, link, problem, announcement } = useBundlePage();
  return (
    <>
      <RoomBar link={link.value} />
      <main class="room record">
        <Problem text={problem.value} />
        {view.value === null ? <h1>Loading…</h1> : <Record view={view.value} />}
      </main>
      <div class="sr-only" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}

function Record({ view }: { readonly view: RecordView }) {
  const { questions, texts } = useBundlePage();
  const { record } = view;
  const asks = questions.current.value !== null || questions.outcome.value !== null;
  return (
    <>
      <h1>{titleOf(view)}</h1>
      <Facts view={view} />
      <Findings view={view} />
      {asks && (
        <section class="part" aria-label="The question that waits">
          <QuestionQueue store={questions} texts={texts} />
        </section>
      )}
      {record !== null && (
        <>
          <section class="part next" aria-labelledby="next">
            <h2 id="next">Next safe action</h2>
            <p>{record.next}</p>
          </section>
          <RecordEntries entries={record.entries} />
          <Fields title="Active snapshot" fields={record.snapshot} isOpen={false} />
          <Fields title="Resume checkpoint" fields={record.checkpoint} isOpen />
        </>
      )}
      <RecordFiles files={view.files} />
    </>
  );
}

function Facts({ view: { root, record } }: { readonly view: RecordView }) {
  return (
    <p class="facts">
      {record !== null && (
        <>
          <span class={`fact ${record.mode_status === 'Active' ? 'good' : 'warn'}`}>
            {record.mode_status}
          </span>
          <span>{record.profile}</span>
          <span>execution {record.execution_readiness.toLowerCase()}</span>
          <span>
            written <Time time={record.last_updated} />
          </span>
        </>
      )}
      <code title={root}>{folderOf(root)}</code>
    </p>
  );
}

function Findings({ view }: { readonly view: RecordView }) {
  const { problem, findings, warnings } = view;
  if (problem === null && findings.length + warnings.length === 0) return null;
  const isBad = problem !== null || findings.length > 0;
  return (
    <section class={`findings ${isBad ? 'bad' : ''}`} aria-labelledby="findings">
      <h2 id="findings">{isBad ? 'This record needs care' : 'Good to know'}</h2>
      <ul>
        {problem !== null && <Point detail={problem.message} next={problem.next} />}
        {[...findings, ...warnings].map((finding, index) => (
          <Point key={index} {...finding} />
        ))}
      </ul>
    </section>
  );
}

function Point({ detail, next }: { readonly detail: string; readonly next: string | undefined }) {
  return (
    <li>
      {detail}
      {next !== undefined && <span class="remedy">{next}</span>}
    </li>
  );
}

function Fields({
  title,
  fields,
  isOpen,
}: {
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly isOpen: boolean;
}) {
  return (
    <details class="part" open={isOpen}>
      <summary>{title}</summary>
      <dl class="fields">
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={/^(?:None|Unknown)\.?$/.test(value) ? 'quiet' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
