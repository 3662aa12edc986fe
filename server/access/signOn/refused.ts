import type { SignOnRefusal } from '#contract/access/signOn.ts';

/**
 * A refused sign-in through the identity provider. `detail` is for administrators and the log and has no personal data.
 * `technical` is the library's error, for the log only.
 */
export class SignOnRefused extends Error {
  override name = 'SignOnRefused';
  readonly refusal: SignOnRefusal;
  readonly technical: string | null;
  constructor(refusal: SignOnRefusal, detail: string, technical: string | null = null) {
    super(detail);
    this.refusal = refusal;
    this.technical = technical;
  }
}
