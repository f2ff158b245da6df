/** Error of a hand-written validator: the value violates its model. */
export class Invalid {
  /** The fields that are wrong, each with the path to it, such as `profile.phones.0`; at least one. */
  readonly fields: readonly string[]

  constructor(fields: readonly string[]) {
    this.fields = fields
  }
}
