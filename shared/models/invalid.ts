/** Result of a hand-written validator for a value that violates its model. */
export class Invalid {
  /** Paths of the invalid fields, such as `profile.phones.0`; at least one. */
  readonly fields: readonly string[]

  constructor(fields: readonly string[]) {
    this.fields = fields
  }
}
