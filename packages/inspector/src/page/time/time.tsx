/** The region "Time". */
export function Time() {
  return (
    <section className="pane" aria-label="Time">
      <header className="pane-head">
        <h2>Time</h2>
      </header>
      <div className="pane-body" />
    </section>
  );
}
