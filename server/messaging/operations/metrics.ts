/** Histogram buckets in seconds, from a fast commit of the embedded database to a delay that users notice. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Counters of the service, in the text format of Prometheus. */
export class Metrics {
  #messages = 0;
  #deliveries = 0;
  #commits = 0;
  #commitSeconds = 0;
  readonly #commitBuckets = BUCKETS.map(() => 0);
  readonly #requests = new Map<string, Map<number, number>>();

  recordCommit(seconds: number, messages: number): void {
    this.#messages += messages;
    this.#commits++;
    this.#commitSeconds += seconds;
    for (const [at, limit] of BUCKETS.entries()) if (seconds <= limit) this.#commitBuckets[at]!++;
  }
  recordDeliveries(count: number): void {
    this.#deliveries += count;
  }
  /** `route` must be a pattern and not a URL: URLs contain secrets, and their number is unlimited. */
  recordRequest(route: string, status: number): void {
    const counts = this.#requests.get(route);
    if (counts) counts.set(status, (counts.get(status) ?? 0) + 1);
    else this.#requests.set(route, new Map([[status, 1]]));
  }

  text(gauges: Readonly<Record<string, number>>): string {
    const lines: string[] = [];
    const add = (name: string, type: string, help: string, samples: [string, number][]) => {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      for (const [labels, value] of samples) lines.push(`${name}${labels} ${value}`);
    };
    add('messaging_messages_total', 'counter', 'Messages stored.', [['', this.#messages]]);
    add('messaging_deliveries_total', 'counter', 'Events delivered to subscribers.', [
      ['', this.#deliveries],
    ]);
    const name = 'messaging_commit_seconds';
    lines.push(`# HELP ${name} Duration of a group commit.`, `# TYPE ${name} histogram`);
    for (const [at, limit] of BUCKETS.entries())
      lines.push(`${name}_bucket{le="${limit}"} ${this.#commitBuckets[at]}`);
    lines.push(`${name}_bucket{le="+Inf"} ${this.#commits}`);
    lines.push(`${name}_sum ${this.#commitSeconds}`, `${name}_count ${this.#commits}`);
    add(
      'messaging_requests_total',
      'counter',
      'Requests by route and status.',
      [...this.#requests].flatMap(([route, counts]) =>
        [...counts].map(([status, count]): [string, number] => [
          `{route="${route}",status="${status}"}`,
          count,
        ]),
      ),
    );
    for (const [gauge, value] of Object.entries(gauges)) add(gauge, 'gauge', 'Current value.', [['', value]]);
    return `${lines.join('\n')}\n`;
  }
}
