// biome-ignore lint/style/useImportType: `import type` of Validate would leave the compiler without its metadata
import { Validate, ValidatorError } from '@deepkit/type'

function given(value: object | undefined) {
  const isGiven = !Object.values(value ?? {}).includes(undefined)
  return isGiven ? undefined : new ValidatorError('null', 'Null in an optional field')
}

/** Rejects `null` in optional fields, which deepkit reads as `undefined` and writes as `null`. */
export type Given = Validate<typeof given>
