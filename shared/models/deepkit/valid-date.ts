// biome-ignore lint/style/useImportType: `import type` of Validate would leave the compiler without its metadata
import { Validate, ValidatorError } from '@deepkit/type'
import { LATEST_DATE } from '../latest-date.ts'

function existingDate(value: unknown) {
  return value instanceof Date && value <= LATEST_DATE ? undefined : new ValidatorError('date', 'Not a date')
}

export type ValidDate = Date & Validate<typeof existingDate>
