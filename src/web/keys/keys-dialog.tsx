import { Modal } from '../frame/modal.tsx';
import { usePage } from '../page.ts';
import { keyList } from './keymap.ts';

/** All keys. */
export function KeysDialog() {
  const { view } = usePage();
  if (view.overlay.value !== 'keys') return null;
  return (
    <Modal label="Keys" class="keys-dialog">
      <h2>Keys</h2>
      <div class="key-groups">
        {keyList.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="quiet">No key acts while you write.</p>
    </Modal>
  );
}
