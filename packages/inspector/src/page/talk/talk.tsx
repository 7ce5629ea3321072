/** The region "Talk". */
export function Talk() {
  return (
    <section className="pane" aria-label="Talk">
      <header className="pane-head">
        <h2>Talk</h2>
      </header>
      <div className="pane-body" />
    </section>
  );
}
