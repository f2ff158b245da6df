/** The files of validators that the repository holds. */
import { ROOT } from '../basics/root.ts'
import { fittest, storedFiles } from './stored-files.ts'
import { readValidators, VALIDATORS_FOLDER, type Validators } from './validators.ts'

export interface StoredValidators {
  validators: Validators
  /** From the repository's root, with forward slashes. */
  path: string
}

/**
 * The file that is published: of those made from sources without changes those with most libraries and runtimes; of these
 * the newest. The rule looks at no figure. Undefined where there is none.
 * @throws UsageError where a file is broken
 */
export function validatorsToPublish(root = ROOT): StoredValidators | undefined {
  const stored = storedFiles(VALIDATORS_FOLDER, readValidators, root)
  const [fit] = fittest(stored, ({ libraries }) => libraries.length)
  return fit && { validators: fit.file, path: fit.path }
}
