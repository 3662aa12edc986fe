import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Histogram buckets in seconds, from a fast commit of the embedded database to a delay that users notice. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Metrics of one service for Prometheus. Each service has its own registry, even in tests. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #messages = this.#counter('messaging_messages_total', 'Messages stored.');
  readonly #deliveries = this.#counter('messaging_deliveries_total', 'Events delivered to subscribers.');
  readonly #commits = new Histogram({
    name: 'messaging_commit_seconds',
    help: 'Duration of a group commit.',
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #gaps = this.#counter(
    'messaging_log_gaps_total',
    'Number of times that the log of the other processes was incomplete, including at the start.',
  );
  readonly #requests = new Counter({
    name: 'messaging_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'] as const,
    registers: [this.#registry],
  });

  recordCommit(seconds: number, messages: number): void {
    this.#messages.inc(messages);
    this.#commits.observe(seconds);
  }
  recordDeliveries(count: number): void {
    this.#deliveries.inc(count);
  }
  recordGap(): void {
    this.#gaps.inc();
  }
  /** `route` must be a pattern, not a URL: URLs contain secrets, and their number is unlimited. */
  recordRequest(route: string, status: number): void {
    this.#requests.inc({ route, status });
  }

  /** Adds a figure that is read when the metrics are requested. */
  addGauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** The metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #counter(name: string, help: string) {
    return new Counter({ name, help, registers: [this.#registry] });
  }
}
