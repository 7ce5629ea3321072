/** The region "Conversation". */
export function Conversation() {
  return (
    <section className="pane" aria-label="Conversation">
      <header className="pane-head">
        <h2>Conversation</h2>
      </header>
      <div className="pane-body" />
    </section>
  );
}
