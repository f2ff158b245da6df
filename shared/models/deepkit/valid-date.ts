// biome-ignore lint/style/useImportType: `import type` of Validate would leave the compiler without its metadata
import { Validate, ValidatorError } from '@deepkit/type'

function existingDate(value: unknown) {
  const valid = value instanceof Date && !Number.isNaN(value.getTime())
  return valid ? undefined : new ValidatorError('date', 'Not a date')
}

export type ValidDate = Date & Validate<typeof existingDate>
