// biome-ignore lint/style/useImportType: `import type` of Validate would leave the compiler without its metadata
import { serializer, Validate, ValidatorError } from '@deepkit/type'
import { LATEST_DATE } from '../latest-date.ts'

const DATE_TIME = /^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

// By default, deepkit accepts all that `new Date()` does, such as `true` or `0`.
serializer.deserializeRegistry.registerClass(Date, (_type, state) =>
  state.convert((value: unknown) =>
    typeof value === 'string' && DATE_TIME.test(value) ? new Date(value) : new Date(Number.NaN),
  ),
)

function existingDate(value: unknown) {
  return value instanceof Date && value <= LATEST_DATE ? undefined : new ValidatorError('date', 'Not a date')
}

export type ValidDate = Date & Validate<typeof existingDate>
