/** The region "Bridge". */
export function Bridge() {
  return (
    <section className="pane" aria-label="Bridge">
      <header className="pane-head">
        <h2>Bridge</h2>
      </header>
      <div className="pane-body" />
    </section>
  );
}
