import { RateLimit } from './rateLimit.ts';

/**
 * Limits requests by address before authentication, and by person after it. An authenticated request no longer counts
 * for its address, so that people behind one address do not share a limit.
 */
export class RequestLimits {
  readonly #addresses: RateLimit | null;
  readonly #people: RateLimit | null;

  constructor(perAddress: number | 'off', perPerson: number | 'off', now: () => number) {
    this.#addresses = perAddress === 'off' ? null : new RateLimit(perAddress, now);
    this.#people = perPerson === 'off' ? null : new RateLimit(perPerson, now);
  }

  allowsAddress(address: string): boolean {
    return this.#addresses === null || this.#addresses.allows(address);
  }

  /** Called once for an authenticated request. Null means the holder of the secret key, who has no limit. */
  allowsPerson(address: string, person: string | null): boolean {
    this.#addresses?.refund(address);
    return this.#people === null || person === null || this.#people.allows(person);
  }

  sweep(): void {
    this.#addresses?.sweep();
    this.#people?.sweep();
  }
}
