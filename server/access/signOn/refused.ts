import type { SignOnRefusal } from '#contract/access/signOn.ts';

/**
 * A refused sign-in through the identity provider. `detail` is for administrators and the log and has no personal data.
 */
export class SignOnRefused extends Error {
  override name = 'SignOnRefused';
  readonly refusal: SignOnRefusal;
  constructor(refusal: SignOnRefusal, detail: string) {
    super(detail);
    this.refusal = refusal;
  }
}
