import { Result, Schema, SchemaIssue } from 'effect'
import type { Steps } from '../../shared/models/steps.ts'

const fields = { id: Schema.Finite, name: Schema.String, surname: Schema.String }

const dateTime = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/))

const isUserJson = Schema.is(Schema.Struct({ ...fields, lastUpdate: dateTime }))

const decodeUser = Schema.decodeUnknownResult(
  Schema.Struct({ ...fields, lastUpdate: dateTime.pipe(Schema.decodeTo(Schema.DateFromString)) }),
)

const decodeUndated = Schema.decodeUnknownResult(Schema.Struct(fields))

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

export const steps: Steps = {
  library: 'Effect Schema',
  package: 'effect',
  validate: isUserJson,
  parse(body) {
    const result = decodeUser(body)
    return Result.isSuccess(result) ? result.success : null
  },
  parseUndated(body) {
    const result = decodeUndated(body)
    return Result.isSuccess(result) ? result.success : null
  },
  stringify: JSON.stringify,
  firstError(body) {
    const result = decodeUser(body)
    return Result.isSuccess(result) ? undefined : issuesOf(result.failure.issue).issues[0]
  },
  allErrors(body) {
    const result = decodeUser(body, { errors: 'all' })
    return Result.isSuccess(result) ? [] : issuesOf(result.failure.issue).issues
  },
}
