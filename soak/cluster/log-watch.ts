import pg from 'pg';
import type { Tally } from '../tally.ts';

/**
 * Checks in the database itself, with each statement that adds entries: who adds them owns the session and has a lease, the session goes on
 * where it ended, and its epoch has not become lower. It relies on nothing that the servers say.
 */
const triggers = `
CREATE SCHEMA watch;
CREATE TABLE watch.writers (writer text PRIMARY KEY, process integer NOT NULL);
CREATE TABLE watch.ends (session bigint PRIMARY KEY, next bigint NOT NULL, epoch bigint NOT NULL) WITH (fillfactor = 50);
CREATE TABLE watch.wrong (number bigint GENERATED ALWAYS AS IDENTITY, what text NOT NULL, found text NOT NULL);
CREATE TABLE watch.statements (one integer PRIMARY KEY, checked bigint NOT NULL);
CREATE FUNCTION watch.appended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  grown record;
  owning record;
  before record;
  writer text := current_setting('application_name');
  process integer;
BEGIN
  SELECT writers.process INTO process FROM watch.writers WHERE writers.writer = current_setting('application_name');
  FOR grown IN SELECT session, min(seq) AS first, max(seq) AS last, count(*) AS entries FROM added GROUP BY session LOOP
    SELECT owner, owner_epoch AS epoch, EXISTS (SELECT FROM emend.nodes WHERE node = owner AND until > now()) AS alive
      INTO owning FROM emend.sessions WHERE number = grown.session;
    SELECT * INTO before FROM watch.ends WHERE session = grown.session;
    IF process IS NULL OR owning.owner IS NULL OR owning.owner NOT LIKE '%:' || process || ' %' THEN
      INSERT INTO watch.wrong (what, found) VALUES ('only the owner of a session writes',
        format('%s (process %s) wrote entry %s of session %s, which %s owns', writer, process, grown.first, grown.session, owning.owner));
    ELSIF NOT owning.alive THEN
      INSERT INTO watch.wrong (what, found) VALUES ('nobody writes whose lease has run out',
        format('%s wrote entry %s of session %s', writer, grown.first, grown.session));
    END IF;
    IF grown.first <> COALESCE(before.next, 0) OR grown.entries <> grown.last - grown.first + 1 THEN
      INSERT INTO watch.wrong (what, found) VALUES ('a log is one unbroken sequence',
        format('session %s went on with entries %s to %s, and ended at %s', grown.session, grown.first, grown.last, before.next));
    END IF;
    IF owning.epoch < before.epoch THEN
      INSERT INTO watch.wrong (what, found) VALUES ('epochs only rise',
        format('session %s is in epoch %s after %s', grown.session, owning.epoch, before.epoch));
    END IF;
    INSERT INTO watch.ends AS ends VALUES (grown.session, grown.last + 1, COALESCE(owning.epoch, 0))
      ON CONFLICT (session) DO UPDATE SET next = excluded.next, epoch = GREATEST(ends.epoch, excluded.epoch);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER watch_appended AFTER INSERT ON emend.entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION watch.appended();
CREATE FUNCTION watch.owned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.owner_epoch < OLD.owner_epoch OR NEW.next < OLD.next THEN
    INSERT INTO watch.wrong (what, found) VALUES ('epochs only rise',
      format('session %s went from epoch %s to %s, and its end from %s to %s', OLD.number, OLD.owner_epoch, NEW.owner_epoch, OLD.next, NEW.next));
  END IF;
  -- A process may take what it had under an earlier lease.
  IF split_part(NEW.owner, ' ', 1) <> split_part(OLD.owner, ' ', 1)
     AND EXISTS (SELECT FROM emend.nodes WHERE node = OLD.owner AND until > clock_timestamp() + interval '100 ms') THEN
    INSERT INTO watch.wrong (what, found) VALUES ('nobody takes a session whose owner lives',
      format('%s took session %s from %s', NEW.owner, OLD.number, OLD.owner));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER watch_owned AFTER UPDATE OF owner, owner_epoch ON emend.sessions FOR EACH ROW EXECUTE FUNCTION watch.owned();
`;

const promises = [
  'only the owner of a session writes',
  'nobody writes whose lease has run out',
  'a log is one unbroken sequence',
  'epochs only rise',
  'nobody takes a session whose owner lives',
];

/** Watches the tables of the log from inside the database. The tables must be there already. */
export class LogWatch {
  readonly #pool: pg.Pool;
  readonly #tally: Tally;
  #reported = 0;

  constructor(url: string, tally: Tally) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'watch' });
    this.#pool.on('error', () => {});
    this.#tally = tally;
  }

  async start(): Promise<void> {
    await this.#pool.query(triggers);
  }

  /** Tells which process writes under a name. */
  async knowWriter(writer: string, process: number): Promise<void> {
    await this.#pool.query('INSERT INTO watch.writers VALUES ($1, $2)', [writer, process]);
  }

  /** The sessions that the process of a node owns now. */
  async ownedBy(process: number): Promise<readonly string[]> {
    const sql = `SELECT facts::json->>'sessionId' AS id FROM emend.sessions WHERE owner LIKE '%:' || $1 || ' %' AND id_key IS NOT NULL`;
    const { rows } = await this.#pool.query(sql, [String(process)]);
    return rows.map(({ id }) => String(id));
  }

  /** Reports what was found since the last time. */
  async report(): Promise<void> {
    const { rows: found } = await this.#pool.query(
      'SELECT * FROM watch.wrong WHERE number > $1 ORDER BY number LIMIT 50',
      [this.#reported],
    );
    for (const { number, what, found: details } of found) {
      this.#reported = Number(number);
      this.#tally.check(what, false, () => details);
    }
    const { rows } = await this.#pool.query(
      'SELECT count(*) AS sessions, COALESCE(sum(next), 0) AS entries FROM watch.ends',
    );
    const entries = Number(rows[0]?.entries ?? 0);
    for (const promise of promises) this.#tally.checked.set(promise, entries);
  }

  /** Appends to a session as a node would that does not know that it is dead. */
  async writeAsZombie(): Promise<void> {
    await this.#pool.query(`INSERT INTO emend.entries (session, seq, at, event)
      SELECT number, next, 0, '{"type":"cancel_sent"}' FROM emend.sessions WHERE next > 0 LIMIT 1`);
  }

  /** Makes the database acknowledge words that it does not store. */
  async loseWords(): Promise<void> {
    await this.#pool.query(`CREATE FUNCTION watch.lose() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.event LIKE '% 1]%' THEN RETURN NULL; END IF; RETURN NEW; END $$;
      CREATE TRIGGER watch_lose BEFORE INSERT ON emend.entries FOR EACH ROW EXECUTE FUNCTION watch.lose()`);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
