import { Dialog } from './dialog.tsx';

const keys: readonly (readonly [readonly string[], string])[] = [
  [['j', '↓'], 'Next frame that the filter shows'],
  [['k', '↑'], 'Previous frame'],
  [['J'], 'Next problem'],
  [['K'], 'Previous problem'],
  [['/'], 'Filter'],
  [['g'], 'Go to a frame by its number'],
  [['Space'], 'Play and stop'],
  [['l'], 'Follow the end'],
  [['→', '←'], 'In the list: open and fold chunks'],
  [['?'], 'This help'],
];

const filters: readonly (readonly [string, string])[] = [
  ['hello', 'frames with this word'],
  ['method:session/prompt', 'a method, or the answers to it'],
  ['session:s1', 'a session'],
  ['from:client', 'the sender: client, agent or stderr'],
  ['id:7', 'the id of a request and its answer'],
  ['is:error', 'a kind: error, request, response, update, correction or noise'],
  ['-is:update', 'all but these'],
];

/** Help on keys and on the language of the filter. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog name="Help" onClose={onClose}>
      <div className="help">
        <section aria-labelledby="help-keys">
          <h2 id="help-keys">Keys</h2>
          <dl>
            {keys.map(([names, meaning]) => (
              <div key={meaning}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="help-filter">
          <h2 id="help-filter">Filter</h2>
          <dl>
            {filters.map(([example, meaning]) => (
              <div key={example}>
                <dt>
                  <code>{example}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <p className="muted">Several words and terms must all match.</p>
        </section>
        <form method="dialog">
          <button type="submit" className="button">
            Close
          </button>
        </form>
      </div>
    </Dialog>
  );
}
