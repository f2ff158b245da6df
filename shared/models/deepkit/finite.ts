// biome-ignore lint/style/useImportType: `import type` of Validate would leave the compiler without its metadata
import { Validate, ValidatorError } from '@deepkit/type'

function finite(value: unknown) {
  return Number.isFinite(value) ? undefined : new ValidatorError('finite', 'Not a finite number')
}

/** A number that JSON can represent. */
export type Finite = number & Validate<typeof finite>
